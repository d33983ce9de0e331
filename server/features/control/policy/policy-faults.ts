import { definitionOf } from '../../../../contract/acts.ts'
import { type Fault, fault } from '../../../../contract/faults.ts'
import type { PolicyRule } from '../../../../contract/policy.ts'
import { missingClosure } from '../../../../contract/policy-rules.ts'
import { purchaseAssets } from '../../../../contract/purchase-request-rules.ts'
import type { Person } from '../people/people.ts'
import type { Rules } from './rules.ts'
import { isSatisfiable } from './satisfiable.ts'

/** Why a policy is refused: rules that mean nothing, that nobody can satisfy, or that one person can get around. */
export function policyFaults(rules: Rules, floor: Rules, people: readonly Person[]): Fault[] {
  const own = rules.flatMap((rule, index) => ruleFaults(rule, ['body', 'rules', index]))
  if (own.length > 0) return own
  const open = missingClosure([...rules, ...floor]).map((act) =>
    fault(['body', 'rules'], 'policy_not_closed', { act }),
  )
  const unsatisfiable = rules.flatMap((rule, index) =>
    isSatisfiable(rule, people) ? [] : [fault(['body', 'rules', index], 'not_enough_people')],
  )
  return [...open, ...unsatisfiable]
}

/** Faults of one rule that the schema cannot express. */
export function ruleFaults(rule: PolicyRule, at: Fault['loc']): Fault[] {
  const { separations, hasAmount, hasOrganization } = definitionOf(rule.act)
  const faults: Fault[] = []
  if ((rule.approvals ?? 0) > 0 && !rule.from) faults.push(fault([...at, 'from'], 'from_required'))
  if (rule.separate && !separations.includes(rule.separate))
    faults.push(fault([...at, 'separate'], 'not_separable'))
  if (rule.when && !hasAmount) faults.push(fault([...at, 'when'], 'act_without_amount'))
  if (rule.limit?.sums && !hasAmount) faults.push(fault([...at, 'limit', 'sums'], 'act_without_amount'))
  if (rule.limit?.per === 'organization' && !hasOrganization)
    faults.push(fault([...at, 'limit', 'per'], 'act_without_organization'))
  if (rule.limit && rule.limit.times === undefined && !rule.limit.sums)
    faults.push(fault([...at, 'limit'], 'limit_without_bound'))
  for (const name of ['cooling_off', 'only'] as const)
    if (rule[name] !== undefined && rule.act !== 'address.add')
      faults.push(fault([...at, name], 'rule_of_addresses'))
  const amounts = { ...rule.when?.amount_above, ...rule.when?.amount_at_least, ...rule.limit?.sums }
  const isOfAssets = rule.act === 'transfer.sign'
  const codes: readonly string[] = isOfAssets ? purchaseAssets : Intl.supportedValuesOf('currency')
  if (Object.keys(amounts).some((code) => !codes.includes(code)))
    faults.push(fault([...at, rule.when ? 'when' : 'limit'], isOfAssets ? 'asset_code' : 'currency_code'))
  return faults
}
