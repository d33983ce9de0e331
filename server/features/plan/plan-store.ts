import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PlanRow, PlanTables } from './plan-tables.ts'

/** The plan of a version, or the newest one. */
export function findPlan(db: Db, version?: number): Promise<PlanRow | undefined> {
  return db
    .selectFrom('account_plans')
    .selectAll()
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Others who set the plan wait until the transaction ends. */
export async function holdPlan(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kontor plan of accounts', 0))`.execute(db)
}

export function insertPlan(db: Db, row: Insertable<PlanTables['account_plans']>): Promise<PlanRow> {
  return db.insertInto('account_plans').values(row).returningAll().executeTakeFirstOrThrow()
}
