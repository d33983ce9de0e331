import type { Act } from '../../../../contract/api/acts.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import { isJudgedBy, isMet } from '../../../../contract/control/policy-rules.ts'
import { addDecimals, compareDecimals } from '../../../../contract/money/decimal.ts'
import type { Amount } from '../../../platform/authorization/amount.ts'
import { Failure } from '../../../platform/errors.ts'
import type { AlreadyCounted, LimitKind } from './act-tables.ts'
import type { Counters, Whose } from './counted-acts.ts'
import { totalOf } from './counted-entries.ts'

/** What an act moves for one organization, or for nobody in particular: what people vote on, and what counts. */
export interface JudgedPart {
  organizationId: string | null
  /** Undefined where people vote on no amount. */
  amounts: readonly (Amount | undefined)[]
  moved: readonly Amount[]
  /** How many acts it is. */
  times: number
}

/**
 * Throws if the act would be above the limit of a rule. The sums move with time and cover all accounts that may be the
 * person's, so splitting does not help.
 */
export function demandWithinLimits(
  counters: Counters,
  rules: readonly PolicyRule[],
  { parts, already }: { parts: readonly JudgedPart[]; already: AlreadyCounted | null },
  accounts: readonly string[],
): void {
  for (const rule of rules) {
    const { limit } = rule
    if (!limit) continue
    const judged = parts.filter(({ amounts }) => amounts.some((amount) => isMet(rule, amount)))
    for (const [ids, own] of groupsOf(limit.per, judged, accounts)) {
      const counted = counters.of(limit.per, ids)
      const { times, resetsAt: resets_at } = totalOf(counted)
      // Of several organizations at once, somebody has to know which one to leave out.
      const whose = limit.per === 'organization' && { organization_id: ids[0] }
      const added = own.reduce((sum, part) => sum + part.times, 0)
      if (limit.times !== undefined && times + added > limit.times)
        throw exceeded({ limit: limit.times, used: times, resets_at, ...whose })
      for (const { currency, value } of limit.sums ? sumsOf(own, limit.sums) : []) {
        const most = limit.sums?.[currency] ?? '0'
        const before = totalOf(counted, currency).sum
        // What a replaced act has counted may come on top, instead of a difference.
        const allowed = addDecimals(most, already?.[limit.per][currency] ?? '0')
        if (compareDecimals(addDecimals(before, value), allowed) > 0)
          throw exceeded({ limit: most, used: before, currency, resets_at, ...whose })
      }
    }
  }
}

/** The kinds of limits that any rule sets on this act. They count it also where the rule itself does not apply. */
export function limitsOn(rules: readonly PolicyRule[], act: Act): LimitKind[] {
  return [...new Set(rules.flatMap((rule) => (rule.act === act && rule.limit ? rule.limit.per : [])))]
}

/** Whose counters an act with these parts reads or changes. */
export function countedFor(
  kinds: readonly LimitKind[],
  parts: readonly JudgedPart[],
  accounts: readonly string[],
): Whose[] {
  return kinds.flatMap((per) =>
    (per === 'person' ? accounts : organizationsIn(parts)).map((id) => ({ per, id })),
  )
}

/** Whose acts are counted together with which parts. */
function groupsOf(
  per: LimitKind,
  parts: readonly JudgedPart[],
  accounts: readonly string[],
): [ids: readonly string[], parts: readonly JudgedPart[]][] {
  if (per === 'person') return [[accounts, parts]]
  return organizationsIn(parts).map((id) => [
    [id],
    parts.filter(({ organizationId }) => organizationId === id),
  ])
}

function organizationsIn(parts: readonly JudgedPart[]): string[] {
  return [...new Set(parts.flatMap(({ organizationId }) => organizationId ?? []))]
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
