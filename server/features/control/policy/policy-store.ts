import { type Selectable, sql } from 'kysely'
import type { PolicyRule } from '../../../../contract/policy.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PolicyTables } from './policy-tables.ts'

export type Policy = Selectable<PolicyTables['policies']>

export function findPolicy(db: Db): Promise<Policy> {
  return db.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()
}

/** The same as a column of a statement that reads something else too. */
export const policyColumn = sql<Pick<Policy, 'version' | 'rules'>>`(
  select json_build_object('version', version, 'rules', rules) from policies order by version desc limit 1
)`

/** Every version, oldest first. */
export function listPolicies(db: Db): Promise<Policy[]> {
  return db.selectFrom('policies').selectAll().orderBy('version').execute()
}

export function insertPolicy(
  db: Db,
  { rules, ...policy }: Omit<Policy, 'rules'> & { rules: readonly PolicyRule[] },
): Promise<Policy> {
  return db
    .insertInto('policies')
    .values({ ...policy, rules: JSON.stringify(rules) })
    .returningAll()
    .executeTakeFirstOrThrow()
}
