import { sql } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'
import type { Earlier } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { keptPlan } from '../../../platform/db/primary/kept-plans.ts'
import { withNext } from '../../../platform/db/primary/with-next.ts'
import type { ProvenRow } from '../../../platform/proofs/proven-table.ts'
import type { ProofColumns } from '../../../platform/proofs/row-proofs.ts'
import type { AlreadyCounted, LimitKind } from './act-tables.ts'

export interface DoneAct {
  act: Act
  at: Date
  administrator_id: string
  organization_id: string | null
  /** The first of its amounts, as nodes of before count it. */
  currency: string | null
  amount: string | null
  removed: number | null
  /** All that it moves, by currency; null if that is nothing, or if a node of before wrote it. */
  amounts: Readonly<Record<string, string>> | null
  already: AlreadyCounted | null
  did: Earlier
  approval_id: string | null
  /** The kinds of limits that have counted it. */
  counted: readonly LimitKind[] | null
}

export async function insertAct(db: Db, act: DoneAct): Promise<void> {
  await db.insertInto('acts').values(rowOf(act)).modifyEnd(withNext).execute()
}

/**
 * In one statement: the act, and that its approval is used up. False if the approval is no longer as it was read: then the
 * transaction must be rolled back.
 */
export async function insertActOnce(
  db: Db,
  act: DoneAct,
  { before, after }: { before: ProvenRow; after: ProofColumns },
): Promise<boolean> {
  const row = rowOf(act)
  const { rows } = await sql`${keptPlan}
    with done as (
      insert into acts (id, act, at, administrator_id, organization_id, currency, amount, amounts, already, removed,
        did, approval_id, counted)
      values (${row.id}, ${row.act}, ${row.at}, ${row.administrator_id}, ${row.organization_id}, ${row.currency},
        ${row.amount}, ${row.amounts}, ${row.already}, ${row.removed}, ${row.did}, ${row.approval_id}, ${row.counted})
    )
    update approvals set status = 'used', closed_at = ${row.at}, proof = ${after.proof},
      proof_revision = ${after.proof_revision}
    where id = ${row.approval_id} and status in ('waiting', 'approved') and proof_revision = ${before.proof_revision}
    returning id
  `.execute(db)
  return rows.length === 1
}

function rowOf({ did, amounts, already, counted, ...act }: DoneAct) {
  return {
    id: newId(),
    ...act,
    counted: counted && [...counted],
    amounts: amounts && JSON.stringify(amounts),
    already: already && JSON.stringify(already),
    did: JSON.stringify(did),
  }
}

export function listActsSince(db: Db, since: Date): Promise<DoneAct[]> {
  return db
    .selectFrom('acts')
    .select(['act', 'at', 'administrator_id', 'organization_id', 'currency', 'amount', 'amounts', 'already'])
    .select(['removed', 'did', 'approval_id', 'counted'])
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
