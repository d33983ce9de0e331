import { type Act, definitionOf } from '../../../../contract/acts.ts'
import { compareDecimals } from '../../../../contract/decimal.ts'
import type { PolicyRule } from '../../../../contract/policy.ts'
import type { Freshness } from '../../../platform/fresh-authentication.ts'

export type Rules = readonly PolicyRule[]
export type Amount = { currency: string; value: string }

/** The rules that an act must satisfy, all of them. A condition that cannot be judged counts as met. */
export function rulesFor(rules: Rules, act: Act, amount?: Amount): PolicyRule[] {
  return rules.filter((rule) => rule.act === act && isMet(rule, amount))
}

function isMet({ when }: PolicyRule, amount: Amount | undefined): boolean {
  if (!when || !amount) return true
  const { amount_at_least: atLeast, amount_above: above } = when
  return (!atLeast || compareTo(atLeast, amount) !== -1) && (!above || compareTo(above, amount) === 1)
}

/** 1 also for a currency that is not named: nobody has said that it is small. */
function compareTo(amounts: Record<string, string>, { currency, value }: Amount): -1 | 0 | 1 {
  const bound = amounts[currency]
  return bound === undefined ? 1 : compareDecimals(value, bound)
}

/** How fresh the proof of the person must be. Asked before the content is known, so conditions count as met. */
export function freshnessOf(rules: Rules, act: Act): Freshness {
  const own = rulesFor(rules, act)
  const ages = own.map(({ fresh }) => fresh?.max_age ?? definitionOf(act).maxAge)
  return {
    maxAge: ages.length > 0 ? Math.min(...ages) : definitionOf(act).maxAge,
    passkey: own.some(({ fresh }) => fresh?.passkey === true),
  }
}

export interface Needed {
  approvals: number
  from: string[]
}

/** The approvals that rules ask for, of which each must be given. */
export function neededBy(rules: Rules): Needed[] {
  return rules.flatMap(({ approvals = 0, from = [] }) => (approvals > 0 ? [{ approvals, from }] : []))
}

export function mostNeeded(needed: readonly Needed[]): number {
  return Math.max(0, ...needed.map(({ approvals }) => approvals))
}

/** Whether the rule asks, before any approval, which accounts may be this person's. */
export function judgesPerson({ separate, limit }: PolicyRule): boolean {
  return separate !== undefined || limit?.per === 'person'
}
