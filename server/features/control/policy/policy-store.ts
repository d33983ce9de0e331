import { type Selectable, sql } from 'kysely'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import type { Db } from '../../../platform/db/database.ts'
import { bytesOfJson } from '../../../platform/db/json-bytes.ts'
import type { ProvenTable } from '../../../platform/proofs/proven-table.ts'
import type { PolicyTables } from './policy-tables.ts'

export type Policy = Selectable<PolicyTables['policies']>

export const policyTable: ProvenTable = {
  kind: 'policy',
  table: 'policies',
  name: 'Policy',
  key: ['version'],
  keyType: 'integer',
  columns: ['version', 'rules', 'changed_at', 'changed_by', 'changed_by_name'],
  newest: 'version',
}

/** The newest. Whoever relies on it asks `createCurrentPolicy`. */
export function findPolicy(db: Db): Promise<Policy | undefined> {
  return db.selectFrom('policies').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
}

type JsonPolicy = Omit<Policy, 'changed_at' | 'proof'> & { changed_at: string | null; proof: string | null }

/** The same as a column of a statement that reads something else too, and its value as a policy. */
export const policyColumn = {
  select: sql<JsonPolicy | null>`(
    select row_to_json(policies) from policies order by version desc limit 1
  )`,
  read: (policy: JsonPolicy | null): Policy | undefined =>
    policy === null
      ? undefined
      : {
          ...policy,
          changed_at: policy.changed_at === null ? null : new Date(policy.changed_at),
          proof: bytesOfJson(policy.proof),
        },
}

/** Every version, oldest first. */
export function listPolicies(db: Db): Promise<Policy[]> {
  return db.selectFrom('policies').selectAll().orderBy('version').execute()
}

/** Over what somebody else has written. */
export async function writePolicy(db: Db, policy: Policy): Promise<void> {
  const row = { ...policy, rules: JSON.stringify(policy.rules) }
  await db
    .insertInto('policies')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doUpdateSet(row))
    .execute()
}

export async function deletePolicies(db: Db, versions: readonly number[]): Promise<void> {
  if (versions.length > 0) await db.deleteFrom('policies').where('version', 'in', versions).execute()
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
