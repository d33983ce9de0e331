import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { RuleRow } from '../lines/statement-tables.ts'

export function postingRules(db: Db) {
  return db.selectFrom('posting_rules').selectAll()
}

export function listRules(db: Db): Promise<RuleRow[]> {
  return postingRules(db).execute()
}

export function findRule(db: Db, id: string): Promise<RuleRow | undefined> {
  return postingRules(db).where('id', '=', id).executeTakeFirst()
}

/** Others who make rules wait until the transaction ends, so that there are never more than may be. */
export async function countRulesAlone(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kontor posting rules', 0))`.execute(db)
  const { count } = await db
    .selectFrom('posting_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined if there is one for this text and direction. */
export function insertRule(db: Db, row: RuleRow): Promise<RuleRow | undefined> {
  return db
    .insertInto('posting_rules')
    .values(row)
    .onConflict((conflict) => conflict.constraint('posting_rules_of_text').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findRuleLike(
  db: Db,
  { folded, direction }: Pick<RuleRow, 'folded' | 'direction'>,
): Promise<RuleRow | undefined> {
  return postingRules(db)
    .where('folded', '=', folded)
    .where('direction', 'is not distinct from', direction)
    .executeTakeFirst()
}

export function deleteRule(db: Db, id: string): Promise<RuleRow | undefined> {
  return db.deleteFrom('posting_rules').where('id', '=', id).returningAll().executeTakeFirst()
}
