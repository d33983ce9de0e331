import { sql } from 'kysely'
import type { Act } from '../../../../contract/acts.ts'
import type { Earlier } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { keptPlan } from '../../../platform/db/primary/kept-plans.ts'
import { eventInsert, type OutgoingEvent } from '../../../platform/events/outbox.ts'

export interface DoneAct {
  act: Act
  at: Date
  administrator_id: string
  organization_id: string | null
  currency: string | null
  amount: string | null
  did: Earlier
  approval_id: string | null
}

export async function insertAct(db: Db, act: DoneAct): Promise<void> {
  await db.insertInto('acts').values(rowOf(act)).execute()
}

/**
 * In one statement: the act, that its approval is used up, and the event of that. False if the approval is no longer
 * open: then the transaction must be rolled back.
 */
export async function insertActOnce(db: Db, act: DoneAct, event: OutgoingEvent): Promise<boolean> {
  const row = rowOf(act)
  const { rows } = await sql`${keptPlan}
    with recorded_event as (${eventInsert(event)}), done as (
      insert into acts (id, act, at, administrator_id, organization_id, currency, amount, did, approval_id)
      values (${row.id}, ${row.act}, ${row.at}, ${row.administrator_id}, ${row.organization_id}, ${row.currency},
        ${row.amount}, ${row.did}, ${row.approval_id})
    )
    update approvals set status = 'used', closed_at = ${row.at}
    where id = ${row.approval_id} and status in ('waiting', 'approved') returning id
  `.execute(db)
  return rows.length === 1
}

function rowOf({ did, ...act }: DoneAct) {
  return { id: newId(), ...act, did: JSON.stringify(did) }
}

export type Whose = { column: 'administrator_id' | 'organization_id'; ids: readonly string[] }

/** Acts of one person or organization are counted one after the other. Locked in one order, whoever of them acts. */
export async function lockActsOf(db: Db, act: Act, { ids }: Whose): Promise<void> {
  for (const id of ids.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${act} ${id}`}, 0))`.execute(db)
}

/** How often the act was done since then, and for how much in this currency. */
export async function countActs(
  db: Db,
  act: Act,
  { column, ids }: Whose,
  since: Date,
  currency: string | null,
): Promise<{ times: number; sum: string; oldest: Date | null }> {
  const { rows } = await sql<{ times: number; sum: string; oldest: Date | null }>`
    select count(*) as times,
      coalesce(sum(amount) filter (where currency = ${currency}), 0)::text as sum,
      min(at) as oldest
    from acts where act = ${act} and ${sql.id(column)} = any(${ids}::uuid[]) and at > ${since}
  `.execute(db)
  return rows[0] as { times: number; sum: string; oldest: Date | null }
}

export function listActsSince(db: Db, since: Date): Promise<DoneAct[]> {
  return db
    .selectFrom('acts')
    .select(['act', 'at', 'administrator_id', 'organization_id', 'currency', 'amount', 'did', 'approval_id'])
    .where('at', '>', since)
    .orderBy('at')
    .limit(100_000)
    .execute()
}

/** Deletes at most `limit` old acts; returns how many. */
export async function deleteOldActs(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from acts where id in (select id from acts where at < ${before} order by at limit ${limit})
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
