import { definitionOf } from '../../../../contract/api/acts.ts'
import { type Fault, fault } from '../../../../contract/api/faults.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'
import { coinsOut, missingClosure } from '../../../../contract/control/policy-rules.ts'
import { purchaseAssets } from '../../../../contract/money/assets.ts'
import type { Actor } from '../../../platform/actor.ts'
import { dependenceSentence, dependentPeople } from '../people/dependence.ts'
import type { Person } from '../people/people.ts'
import type { Rules } from './rules.ts'
import { isSatisfiable } from './satisfiable.ts'

/** What is known of who asks, to say what they can do about a refusal. */
export interface Asking {
  actor: Pick<Actor, 'permissions'>
  /** Whether the people of today can still declare themselves independent. */
  canFound: boolean
}

/** Why a policy is refused: rules that mean nothing, that nobody can satisfy, or that one person can get around. */
export function policyFaults(rules: Rules, floor: Rules, people: readonly Person[], asking: Asking): Fault[] {
  const own = rules.flatMap((rule, index) => ruleFaults(rule, ['body', 'rules', index]))
  if (own.length > 0) return own
  const open = missingClosure([...rules, ...floor]).map((act) =>
    fault(['body', 'rules'], 'policy_not_closed', { act }),
  )
  const unsatisfiable = rules.flatMap((rule, index) =>
    isSatisfiable(rule, people) ? [] : [notEnoughPeople(rule, ['body', 'rules', index], people, asking)],
  )
  return [...open, ...unsatisfiable]
}

/** Says who is not counted and why, or that there are too few. */
function notEnoughPeople(
  rule: PolicyRule,
  at: Fault['loc'],
  people: readonly Person[],
  { actor, canFound }: Asking,
): Fault {
  const plain = fault(at, 'not_enough_people')
  const independent = people.map((person) => ({ ...person, madeBy: [] }))
  if (!isSatisfiable(rule, independent)) {
    const { approvals = 0, from = [] } = rule
    const detail =
      approvals > 0
        ? `${approvals} beside who asks must be ${from.join(' or ')}`
        : 'two people are needed, of whom one may do this'
    return {
      ...plain,
      msg: `${plain.msg}: ${detail}`,
      ctx: { ...plain.ctx, because: 'too_few', way_out: 'create' },
    }
  }
  const dependent = dependentPeople(people, actor)
  const way_out = canFound ? 'founding' : 'confirm'
  const cure = canFound
    ? 'the people of today can declare themselves independent (POST /v1/founding)'
    : 'each account is confirmed on the machine with npx kontor admin confirm'
  const msg = `${plain.msg}: ${dependent.map(dependenceSentence).join('; ')}; ${cure}`
  return { ...plain, msg, ctx: { ...plain.ctx, because: 'dependent', dependent, way_out } }
}

/** Faults of one rule that the schema cannot express. */
export function ruleFaults(rule: PolicyRule, at: Fault['loc']): Fault[] {
  const { separations, hasAmount, hasOrganization, removesEntries } = definitionOf(rule.act)
  const faults: Fault[] = []
  if ((rule.approvals ?? 0) > 0 && !rule.from) faults.push(fault([...at, 'from'], 'from_required'))
  if (rule.separate && !separations.includes(rule.separate))
    faults.push(fault([...at, 'separate'], 'not_separable'))
  const { amount_above, amount_at_least, removes_at_least } = rule.when ?? {}
  if ((amount_above || amount_at_least) && !hasAmount)
    faults.push(fault([...at, 'when'], 'act_without_amount'))
  if (removes_at_least !== undefined && !removesEntries)
    faults.push(fault([...at, 'when', 'removes_at_least'], 'act_without_entries'))
  if (rule.limit?.sums && !hasAmount) faults.push(fault([...at, 'limit', 'sums'], 'act_without_amount'))
  if (rule.limit?.per === 'organization' && !hasOrganization)
    faults.push(fault([...at, 'limit', 'per'], 'act_without_organization'))
  if (rule.limit && rule.limit.times === undefined && !rule.limit.sums)
    faults.push(fault([...at, 'limit'], 'limit_without_bound'))
  for (const name of ['cooling_off', 'only'] as const)
    if (rule[name] !== undefined && rule.act !== 'address.add')
      faults.push(fault([...at, name], 'rule_of_addresses'))
  for (const name of ['payer', 'paid_by'] as const)
    if (rule[name] !== undefined && !coinsOut.includes(rule.act))
      faults.push(fault([...at, name], 'rule_of_payments'))
  const amounts = { ...amount_above, ...amount_at_least, ...rule.limit?.sums }
  const isOfAssets = rule.act === 'transfer.sign'
  const codes: readonly string[] = isOfAssets ? purchaseAssets : Intl.supportedValuesOf('currency')
  if (Object.keys(amounts).some((code) => !codes.includes(code)))
    faults.push(fault([...at, rule.when ? 'when' : 'limit'], isOfAssets ? 'asset_code' : 'currency_code'))
  return faults
}
