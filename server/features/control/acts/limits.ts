import { addDecimals, compareDecimals } from '../../../../contract/decimal.ts'
import type { PolicyRule } from '../../../../contract/policy.ts'
import type { IntendedAct } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { countActs, lockActsOf, type Whose } from './act-store.ts'

const day = 24 * 3_600_000

/**
 * Throws if the act would be above the limit of a rule. The sums move with time and cover all accounts that may be the
 * person's, so splitting does not help.
 */
export async function demandWithinLimits(
  db: Db,
  rules: readonly PolicyRule[],
  intended: IntendedAct,
  accounts: readonly string[],
  now: Date,
): Promise<void> {
  const moved = intended.moved ?? intended.amount
  for (const { limit } of rules) {
    const whose = limit && subjectOf(limit.per, intended, accounts)
    if (!limit || !whose) continue
    await lockActsOf(db, intended.act, whose)
    const currency = moved?.currency ?? null
    const used = await countActs(db, intended.act, whose, new Date(now.getTime() - day), currency)
    const resets = used.oldest ? new Date(used.oldest.getTime() + day).toISOString() : null
    if (limit.times !== undefined && used.times >= limit.times)
      throw exceeded({ limit: limit.times, used: used.times, resets_at: resets })
    if (!limit.sums || !moved) continue
    const most = limit.sums[moved.currency] ?? '0'
    if (compareDecimals(addDecimals(used.sum, moved.value), most) > 0)
      throw exceeded({ limit: most, used: used.sum, currency, resets_at: resets })
  }
}

function subjectOf(
  per: string,
  { organizationId }: IntendedAct,
  accounts: readonly string[],
): Whose | undefined {
  if (per === 'person') return { column: 'administrator_id', ids: accounts }
  return organizationId ? { column: 'organization_id', ids: [organizationId] } : undefined
}

function exceeded(context: Record<string, unknown>): Failure {
  return new Failure('forbidden', 'limit_exceeded', 'This is above the limit of 24 hours.', context)
}
