import type { Selectable } from 'kysely'
import type { PolicyRule } from '../../../../contract/policy.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PolicyTables } from './policy-tables.ts'

export type Policy = Selectable<PolicyTables['policies']>

export function findPolicy(db: Db): Promise<Policy> {
  return db.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow()
}

/** Every version, oldest first. */
export function listPolicies(db: Db): Promise<Policy[]> {
  return db.selectFrom('policies').selectAll().orderBy('version').execute()
}

/** The newest policy, under a lock on the first one: two changes run one after the other. */
export async function lockPolicy(db: Db): Promise<Policy> {
  await db.selectFrom('policies').select('version').where('version', '=', 1).forUpdate().execute()
  return findPolicy(db)
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
