import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../administrators/accounts.ts'
import type { WalletTables } from './wallet-tables.ts'

export type ApprovalRow = Selectable<WalletTables['secret_approvals']>

export async function recentReads(db: Db, administratorId: string, since: Date): Promise<Date[]> {
  const row = await db
    .selectFrom('secret_read_limits')
    .select('reads')
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()
  return within(row?.reads, since)
}

/** The same, but locks the row until the end of the transaction, so that simultaneous reads are counted one by one. */
export async function lockRecentReads(db: Db, administratorId: string, since: Date): Promise<Date[]> {
  const row = await db
    .insertInto('secret_read_limits')
    .values({ administrator_id: administratorId })
    .onConflict((conflict) =>
      conflict.column('administrator_id').doUpdateSet({ administrator_id: administratorId }),
    )
    .returning('reads')
    .executeTakeFirstOrThrow()
  return within(row.reads, since)
}

export async function setReads(db: Db, administratorId: string, reads: Date[]): Promise<void> {
  await db
    .updateTable('secret_read_limits')
    .set({ reads })
    .where('administrator_id', '=', administratorId)
    .execute()
}

function within(reads: Date[] | undefined, since: Date): Date[] {
  return (reads ?? []).filter((read) => read > since)
}

export function findGrant(db: Db, organizationId: string, sessionId: string, now: Date) {
  return db
    .selectFrom('secret_approvals')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('decision', '=', 'granted')
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst()
}

export async function lapseOpenApprovals(
  db: Db,
  organizationId: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('secret_approvals')
    .set({ decision: 'lapsed', decided_at: now })
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('decision', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
}

/** False if this session already has an open request for the organization. */
export async function insertApproval(
  db: Db,
  approval: Pick<
    ApprovalRow,
    'id' | 'organization_id' | 'session_id' | 'requested_by' | 'requested_at' | 'expires_at'
  >,
): Promise<boolean> {
  const row = await db
    .insertInto('secret_approvals')
    .values({ ...approval, decision: null, decided_by: null, decided_at: null })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'session_id']).where('decision', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function findOpenApproval(db: Db, organizationId: string, sessionId: string) {
  return db
    .selectFrom('secret_approvals')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .where('decision', 'is', null)
    .executeTakeFirst()
}

export function lockApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  return db.selectFrom('secret_approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function decideApproval(
  db: Db,
  id: string,
  decided: { decision: 'granted' | 'refused'; decided_by: string; decided_at: Date; expires_at: Date },
): Promise<void> {
  await db.updateTable('secret_approvals').set(decided).where('id', '=', id).execute()
}

/** The current state of an approval. A request that was not decided in time has expired. */
function statusAt(now: Date) {
  return sql<ApprovalStatus>`case
    when a.decision = 'refused' then 'refused'
    when a.decision = 'lapsed' or a.expires_at <= ${now} then 'expired'
    when a.decision = 'granted' then 'granted'
    else 'pending'
  end`
}

export type ApprovalStatus = 'pending' | 'granted' | 'refused' | 'expired'

function approvalsWithNames(db: Db, now: Date) {
  return db
    .selectFrom('secret_approvals as a')
    .innerJoin(accounts(db).as('requester'), 'requester.id', 'a.requested_by')
    .leftJoin(accounts(db).as('decider'), 'decider.id', 'a.decided_by')
    .select([
      'a.id',
      'a.organization_id',
      'a.requested_by',
      'requester.name as requested_by_name',
      'a.requested_at',
      'a.expires_at',
      'a.decided_by',
      'decider.name as decided_by_name',
      'a.decided_at',
    ])
    .select(statusAt(now).as('status'))
}

export function findApproval(db: Db, id: string, now: Date) {
  return approvalsWithNames(db, now).where('a.id', '=', id).executeTakeFirst()
}

export type NamedApproval = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export async function listApprovals(
  db: Db,
  { status, limit, offset, now }: { status: string | undefined; limit: number; offset: number; now: Date },
): Promise<{ items: NamedApproval[]; total: number }> {
  const ofStatus = sql<boolean>`${statusAt(now)} = ${status ?? ''} or ${status === undefined}`
  const items = await approvalsWithNames(db, now)
    .where(ofStatus)
    .orderBy('a.requested_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('secret_approvals as a')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(ofStatus)
    .executeTakeFirstOrThrow()
  return { items, total: Number(total) }
}
