import { closureActs } from './acts.ts'
import { type AllowedAddresses, allowedAddresses, type PolicyRule } from './policy.ts'

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

/** What rules say about addresses that coins are sent to. */
export interface AddressRules {
  /** Seconds after an address was added until it can be used. */
  coolingOff: number
  /** Null: any address of the address book. */
  only: AllowedAddresses | null
}

/** The longest time and the strictest choice of all rules. */
export function addressRulesOf(rules: readonly PolicyRule[]): AddressRules {
  const own = rules.filter(({ act }) => act === 'address.add')
  return {
    coolingOff: Math.max(0, ...own.map(({ cooling_off = 0 }) => cooling_off)),
    only: allowedAddresses.find((one) => own.some(({ only }) => only === one)) ?? null,
  }
}
