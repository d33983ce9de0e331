import { closureActs } from './acts.ts'
import type { PolicyRule } from './policy.ts'

/** Whether a rule asks for a second person. */
export function asksForTwo({ approvals = 0, separate }: PolicyRule): boolean {
  return approvals > 0 || separate !== undefined
}

/** The acts with which one person could make a second one, and that no rule guards although two are asked for. */
export function missingClosure(rules: readonly PolicyRule[]) {
  if (!rules.some(asksForTwo)) return []
  return closureActs.filter(
    (act) => !rules.some((rule) => rule.act === act && !rule.when && (rule.approvals ?? 0) > 0),
  )
}
