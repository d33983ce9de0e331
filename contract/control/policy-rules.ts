import { type Act, closureActs, definitionOf } from '../api/acts.ts'
import { compareDecimals } from '../money/decimal.ts'
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

type Amount = { currency: string; value: string; unnamedUpTo?: string }
type Bounds = Readonly<Record<string, string>>

/** Whether the condition of a rule is met. One that cannot be judged counts as met. */
export function isMet({ when }: PolicyRule, amount: Amount | undefined): boolean {
  if (!when || !amount) return true
  const { amount_at_least: atLeast, amount_above: above } = when
  const isIn = (bounds: Bounds, fits: (order: -1 | 0 | 1) => boolean) =>
    isJudgedBy(bounds, amount) && fits(compareTo(bounds, amount))
  return (
    (!atLeast || isIn(atLeast, (order) => order !== -1)) && (!above || isIn(above, (order) => order === 1))
  )
}

/** What only goes along with an act is judged by rules that name it, and by no others. */
export function isJudgedBy(bounds: Bounds, { currency, unnamedUpTo }: Amount): boolean {
  return unnamedUpTo === undefined || bounds[currency] !== undefined
}

/** What goes along with an act and is more than usual, although a rule on its amounts does not judge it. */
export function findUnjudged<A extends Amount>(
  rules: readonly PolicyRule[],
  act: Act,
  amounts: readonly A[],
): A | undefined {
  const bounds = rules
    .filter((rule) => rule.act === act)
    .flatMap(({ when, limit }) => [when?.amount_at_least, when?.amount_above, limit?.sums])
    .filter((one) => one !== undefined)
  return amounts.find(
    (amount) =>
      amount.unnamedUpTo !== undefined &&
      compareDecimals(amount.value, amount.unnamedUpTo) > 0 &&
      bounds.some((one) => !isJudgedBy(one, amount)),
  )
}

/** 1 also for a currency that is not named: nobody has said that it is small. */
function compareTo(bounds: Bounds, { currency, value }: Amount): -1 | 0 | 1 {
  const bound = bounds[currency]
  return bound === undefined ? 1 : compareDecimals(value, bound)
}

const usualAge = 15 * 60

/** The greatest age of the proof of the person under a rule, in seconds; null if it asks for none. */
export function maxAgeOf({ act, fresh }: PolicyRule): number | null {
  return fresh?.max_age ?? definitionOf(act).maxAge ?? (fresh?.passkey ? usualAge : null)
}

/** The acts with which coins leave for a request. */
export const coinsOut: readonly string[] = ['transfer.sign', 'request.complete']

/** What rules ask of the money of a request before coins are sent for it. */
export interface PaymentRules {
  payerKnown: boolean
  onStatement: boolean
}

/** All rules that apply to the act count. */
export function paymentRulesOf(rules: readonly PolicyRule[]): PaymentRules {
  return {
    payerKnown: rules.some(({ payer }) => payer === 'known'),
    onStatement: rules.some(({ paid_by }) => paid_by === 'statement'),
  }
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
