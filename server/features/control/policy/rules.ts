import { type Act, definitionOf } from '../../../../contract/api/acts.ts'
import { rolesOf } from '../../../../contract/api/roles.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import { isMet, maxAgeOf } from '../../../../contract/control/policy-rules.ts'
import type { Amount } from '../../../platform/authorization/amount.ts'
import type { Freshness } from '../../../platform/fresh-authentication.ts'

export type Rules = readonly PolicyRule[]

/**
 * The rules that an act must satisfy, all of them. A condition that cannot be judged counts as met, and so does one that
 * any of several amounts meets.
 */
export function rulesFor(
  rules: Rules,
  act: Act,
  amount?: Amount | readonly (Amount | undefined)[],
  removed?: number,
): PolicyRule[] {
  const amounts = [amount].flat()
  return rules.filter(
    (rule) => rule.act === act && amounts.some((one) => isMet(rule, one)) && removesEnough(rule, removed),
  )
}

function removesEnough({ when }: PolicyRule, removed: number | undefined): boolean {
  return removed === undefined || removed >= (when?.removes_at_least ?? 0)
}

/** How fresh the proof of the person must be. Asked before the content is known, so conditions count as met. */
export function freshnessOf(rules: Rules, act: Act): Freshness {
  const own = rulesFor(rules, act)
  const ages = own.map(maxAgeOf).filter((age) => age !== null)
  return {
    maxAge: ages.length > 0 ? Math.min(...ages) : definitionOf(act).maxAge,
    passkey: asksForPasskey(own),
  }
}

/** Whether a rule asks for a passkey. */
export function asksForPasskey(rules: Rules): boolean {
  return rules.some(({ fresh }) => fresh?.passkey === true)
}

export interface Needed {
  approvals: number
  from: string[]
  /** Of what an API key asks without a rule: who made the key may approve it too, as they could do it without others. */
  maker?: true
}

/** The approvals that rules ask for, of which each must be given. */
export function neededBy(rules: Rules): Needed[] {
  return rules.flatMap(({ approvals = 0, from = [] }) => (approvals > 0 ? [{ approvals, from }] : []))
}

/**
 * The approvals that an API key needs for an act. A key proves nothing: where no rule asks for others, one of those who may
 * do the act themselves approves it, with the proof that the act needs.
 */
function neededOfKey(rules: Rules, act: Act): Needed[] {
  const needed = neededBy(rules)
  const { byKeys, permission } = definitionOf(act)
  if (needed.length > 0 || (byKeys && rules.every((rule) => maxAgeOf(rule) === null))) return needed
  return [{ approvals: 1, from: rolesOf(permission), maker: true }]
}

/** The approvals that acts need which are judged together. */
export function neededTogether(judged: readonly { act: Act; own: Rules }[], isKey: boolean): Needed[] {
  const needed = judged.flatMap(({ act, own }) => (isKey ? neededOfKey(own, act) : neededBy(own)))
  // Votes are not told apart by act: where one act needs others, who made the key approves none of them.
  if (needed.every(({ maker }) => maker)) return needed
  return needed.map(({ approvals, from }) => ({ approvals, from }))
}

export function mostNeeded(needed: readonly Needed[]): number {
  return Math.max(0, ...needed.map(({ approvals }) => approvals))
}

/** Whether the rule asks, before any approval, which accounts may be this person's. */
export function judgesPerson({ separate, limit }: PolicyRule): boolean {
  return separate !== undefined || limit?.per === 'person'
}
