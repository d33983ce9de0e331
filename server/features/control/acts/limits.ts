import type { Act } from '../../../../contract/acts.ts'
import { addDecimals, compareDecimals } from '../../../../contract/decimal.ts'
import type { PolicyRule } from '../../../../contract/policy.ts'
import { isJudgedBy, isMet } from '../../../../contract/policy-rules.ts'
import type { Amount } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { type AlreadyCounted, countActs, lockActsOf, type Whose } from './act-store.ts'

const day = 24 * 3_600_000

/** What an act moves for one organization, or for nobody in particular: what people vote on, and what counts. */
export interface JudgedPart {
  organizationId: string | null
  /** Undefined where people vote on no amount. */
  amounts: readonly (Amount | undefined)[]
  moved: readonly Amount[]
}

/**
 * Throws if the act would be above the limit of a rule. The sums move with time and cover all accounts that may be the
 * person's, so splitting does not help.
 */
export async function demandWithinLimits(
  db: Db,
  rules: readonly PolicyRule[],
  { act, parts, already }: { act: Act; parts: readonly JudgedPart[]; already: AlreadyCounted | null },
  accounts: readonly string[],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - day)
  for (const rule of rules) {
    const { limit } = rule
    if (!limit) continue
    const judged = parts.filter(({ amounts }) => amounts.some((amount) => isMet(rule, amount)))
    for (const [whose, own] of groupsOf(limit.per, judged, accounts)) {
      await lockActsOf(db, act, whose)
      const sums = limit.sums ? sumsOf(own, limit.sums) : []
      const currencies = sums.map(({ currency }) => currency)
      const used = await countActs(db, act, whose, since, currencies)
      const resets = used.oldest ? new Date(used.oldest.getTime() + day).toISOString() : null
      if (limit.times !== undefined && used.times + own.length > limit.times)
        throw exceeded({ limit: limit.times, used: used.times, resets_at: resets })
      for (const { currency, value } of sums) {
        const most = limit.sums?.[currency] ?? '0'
        const before = used.sums[currency] ?? '0'
        // What a replaced act has counted may come on top, instead of a difference.
        const allowed = addDecimals(most, already?.[limit.per][currency] ?? '0')
        if (compareDecimals(addDecimals(before, value), allowed) > 0)
          throw exceeded({ limit: most, used: before, currency, resets_at: resets })
      }
    }
  }
}

/** Whose acts are counted together with which parts. Organizations in one order, so that nobody waits in a circle. */
function groupsOf(
  per: string,
  parts: readonly JudgedPart[],
  accounts: readonly string[],
): [whose: Whose, parts: readonly JudgedPart[]][] {
  if (per === 'person') return [[{ column: 'administrator_id', ids: accounts }, parts]]
  const ids = [...new Set(parts.flatMap(({ organizationId }) => organizationId ?? []))].sort()
  return ids.map((id) => [
    { column: 'organization_id', ids: [id] },
    parts.filter(({ organizationId }) => organizationId === id),
  ])
}

/** What the parts move, by currency, as far as these bounds judge it. */
function sumsOf(
  parts: readonly JudgedPart[],
  bounds: Readonly<Record<string, string>>,
): { currency: string; value: string }[] {
  const sums = new Map<string, string>()
  for (const amount of parts.flatMap(({ moved }) => moved)) {
    if (isJudgedBy(bounds, amount))
      sums.set(amount.currency, addDecimals(sums.get(amount.currency) ?? '0', amount.value))
  }
  return [...sums].map(([currency, value]) => ({ currency, value }))
}

function exceeded(context: Record<string, unknown>): Failure {
  return new Failure('forbidden', 'limit_exceeded', 'This is above the limit of 24 hours.', context)
}
