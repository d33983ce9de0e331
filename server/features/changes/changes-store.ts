import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { ChangeTables } from './changes-tables.ts'

export type ChangeRow = Selectable<ChangeTables['changes']>

/** A place in the log: a change that is in it. */
export type Place = Pick<ChangeRow, 'seq' | 'mark'>

/** The changes with this number and higher ones, in order. */
export async function findChangesFrom(db: Db, seq: number, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`${keptPlan}
    select seq, mark, at, type, object_type, object_id, organization_id, version
    from changes where seq >= ${seq} order by seq limit ${limit}
  `.execute(db)
  return rows
}

export function findLastChange(db: Db): Promise<Place> {
  return db
    .selectFrom('changes')
    .select(['seq', 'mark'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Deletes the changes before `before`, oldest first and at most `limit` of them; returns how many. The last one stays. */
export async function deleteOldChanges(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select changes_trim(${before}, ${limit}) as count
  `.execute(db)
  return Number(rows[0]?.count)
}
