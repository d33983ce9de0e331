import type { PolicyRule } from '../../../../contract/control/policy.ts'
import { missingClosure } from '../../../../contract/control/policy-rules.ts'
import type { Rules } from './rules.ts'

/** The settings of the environment that are short forms of rules. */
export interface ShortForms {
  revealApproval: 'none' | 'second-administrator'
  fourEyes: ReadonlySet<'documents'>
  approvalThresholds: ReadonlyMap<string, string>
}

/** Who may approve what would give one person a second account, where no rule says otherwise. */
const vouching = ['owner', 'custodian', 'officer'] as const

/** The rules of the environment: those of the policy file, of the short forms, and what they need to be closed. */
export function floorRules(
  file: Rules,
  { revealApproval, fourEyes, approvalThresholds }: ShortForms,
): PolicyRule[] {
  const rules: PolicyRule[] = [...file]
  if (revealApproval === 'second-administrator')
    rules.push({ act: 'wallet.reveal', approvals: 1, from: ['owner', 'custodian'] })
  if (fourEyes.has('documents')) rules.push({ act: 'document.review', separate: 'uploaded' })
  if (approvalThresholds.size > 0)
    rules.push({
      act: 'request.approve',
      when: { amount_above: Object.fromEntries(approvalThresholds) },
      separate: 'took_into_review',
    })
  return [...rules, ...missingClosure(rules).map((act) => ({ act, approvals: 1, from: [...vouching] }))]
}
