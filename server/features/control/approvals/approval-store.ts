import type { Insertable, Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Act } from '../../../../contract/acts.ts'
import type { ApprovalStatus } from '../../../../contract/approvals.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Needed } from '../policy/rules.ts'
import type { ApprovalTables } from './approval-tables.ts'

export type Approval = Selectable<ApprovalTables['approvals']>
export type Vote = Selectable<ApprovalTables['approval_votes']>

const open = ['waiting', 'approved'] as const

export function findApproval(db: Db, id: string): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockApproval(db: Db, id: string): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

interface Sought {
  askedBy: string
  act: Act
  subjectId: string | null
  hash: Buffer
  named?: string | null
}

/**
 * The open approvals of this person for the act on this object. A new object has no id yet: then those for the same
 * content, so that one person can do many such acts at the same time, and the one that is named.
 */
function openApprovals(db: Db, { askedBy, act, subjectId, hash, named = null }: Sought) {
  return db
    .selectFrom('approvals')
    .selectAll('approvals')
    .where('asked_by', '=', askedBy)
    .where('act', '=', act)
    .where((row) => {
      if (subjectId !== null) return row('subject_id', '=', subjectId)
      const same = row('content_hash', '=', hash)
      return row.and([row('subject_id', 'is', null), named ? row.or([same, row('id', '=', named)]) : same])
    })
    .where('status', 'in', open)
    .orderBy('id')
    .forUpdate()
}

export function lockOpenApprovals(db: Db, sought: Sought): Promise<Approval[]> {
  return openApprovals(db, sought).execute()
}

/** In one query with their votes; not those that were given while it waited for the lock. */
export async function lockWithVotes(db: Db, sought: Sought): Promise<(Approval & { votes: Vote[] })[]> {
  const rows = await openApprovals(db, sought)
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('approval_votes')
          .selectAll('approval_votes')
          .whereRef('approval_votes.approval_id', '=', 'approvals.id')
          .orderBy('voted_at')
          .orderBy('administrator_id'),
      ).as('votes'),
    )
    .execute()
  return rows.map((row) => ({
    ...row,
    votes: row.votes.map((vote) => ({ ...vote, voted_at: new Date(vote.voted_at) })),
  }))
}

/** Undefined when there is an open approval for the same. */
export function insertApproval(
  db: Db,
  approval: Insertable<ApprovalTables['approvals']>,
): Promise<Approval | undefined> {
  return db
    .insertInto('approvals')
    .values(approval)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function updateApproval(
  db: Db,
  id: string,
  {
    needed,
    ...change
  }: {
    status: ApprovalStatus
    expires_at?: Date
    closed_at?: Date | null
    needed?: readonly Needed[]
    policy_version?: number
  },
): Promise<Approval> {
  return db
    .updateTable('approvals')
    .set({ ...change, ...(needed && { needed: JSON.stringify(needed) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Newest first. A row that is open but has passed its end counts as expired. */
export function listApprovals(
  db: Db,
  {
    status,
    act,
    asked_by,
    cursor,
    limit,
    now,
  }: {
    status?: ApprovalStatus
    act?: Act
    asked_by?: string
    cursor?: string
    limit: number
    now: Date
  },
): Promise<Approval[]> {
  const isOpen = status === 'waiting' || status === 'approved'
  return db
    .selectFrom('approvals')
    .selectAll()
    .$if(status !== undefined && status !== 'expired', (query) =>
      query.where('status', '=', status as ApprovalStatus),
    )
    .$if(isOpen, (query) => query.where('expires_at', '>', now))
    .$if(status === 'expired', (query) =>
      query.where((row) =>
        row.or([
          row('status', '=', 'expired'),
          row.and([row('status', 'in', open), row('expires_at', '<=', now)]),
        ]),
      ),
    )
    .$if(act !== undefined, (query) => query.where('act', '=', act as Act))
    .$if(asked_by !== undefined, (query) => query.where('asked_by', '=', asked_by as string))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A batch of all approvals, in the order of their ids. */
export function listApprovalsAfter(db: Db, after: string | undefined, limit: number): Promise<Approval[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function listVotes(db: Db, approvalIds: readonly string[]): Promise<Vote[]> {
  return db
    .selectFrom('approval_votes')
    .selectAll()
    .where('approval_id', 'in', approvalIds)
    .orderBy('voted_at')
    .orderBy('administrator_id')
    .execute()
}

export async function insertVote(db: Db, vote: Insertable<ApprovalTables['approval_votes']>): Promise<void> {
  await db.insertInto('approval_votes').values(vote).execute()
}
