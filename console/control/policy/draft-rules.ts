import { type Act, definitionOf, type Separation } from '../../../contract/api/acts.ts'
import type { Role } from '../../../contract/api/roles.ts'
import type { AllowedAddresses, PolicyRule } from '../../../contract/control/policy.ts'
import { coinsOut } from '../../../contract/control/policy-rules.ts'
import { parseAmount } from '../../shared/values/amounts.ts'

/** An amount as it is typed. */
export interface AmountRow {
  currency: string
  amount: string
}

/** A rule as the form edits it. Everything that is left empty is not part of the rule. */
export interface DraftRule {
  /** For the list of the form only. */
  key: number
  act: Act
  approvals: number
  from: Role[]
  /** Seconds; empty for the default of the act. */
  maxAge: number | ''
  passkey: boolean
  separate: Separation | ''
  atLeast: AmountRow[]
  above: AmountRow[]
  /** How many entries an import removes; empty for any number. */
  removes: string
  limitPer: 'person' | 'organization' | ''
  times: string
  sums: AmountRow[]
  isReasonRequired: boolean
  /** Seconds; empty for none. */
  coolingOff: number | ''
  only: AllowedAddresses | ''
  isPayerKnown: boolean
  isOnStatement: boolean
}

let lastKey = 0

export function draftOf(rule: PolicyRule): DraftRule {
  lastKey += 1
  return {
    key: lastKey,
    act: rule.act,
    approvals: rule.approvals ?? 0,
    from: rule.from ?? [],
    maxAge: rule.fresh?.max_age ?? '',
    passkey: rule.fresh?.passkey ?? false,
    separate: rule.separate ?? '',
    atLeast: rowsOf(rule.when?.amount_at_least),
    above: rowsOf(rule.when?.amount_above),
    removes: rule.when?.removes_at_least === undefined ? '' : String(rule.when.removes_at_least),
    limitPer: rule.limit?.per ?? '',
    times: rule.limit?.times === undefined ? '' : String(rule.limit.times),
    sums: rowsOf(rule.limit?.sums),
    isReasonRequired: rule.reason === 'required',
    coolingOff: rule.cooling_off ?? '',
    only: rule.only ?? '',
    isPayerKnown: rule.payer === 'known',
    isOnStatement: rule.paid_by === 'statement',
  }
}

/** The rule of the contract. What does not fit the act is left out, so that another act can be chosen. */
export function ruleOf(draft: DraftRule, locale: string): PolicyRule {
  const { separations, hasAmount, removesEntries } = definitionOf(draft.act)
  const amounts = (rows: AmountRow[]) => (hasAmount ? recordOf(rows, locale) : undefined)
  const [atLeast, above, sums] = [amounts(draft.atLeast), amounts(draft.above), amounts(draft.sums)]
  const removes = removesEntries && draft.removes.trim() ? Number(draft.removes) : undefined
  const fresh = {
    ...(draft.maxAge !== '' && { max_age: draft.maxAge }),
    ...(draft.passkey && { passkey: true }),
  }
  return {
    act: draft.act,
    ...((atLeast || above || removes !== undefined) && {
      when: {
        ...(atLeast && { amount_at_least: atLeast }),
        ...(above && { amount_above: above }),
        ...(removes !== undefined && { removes_at_least: removes }),
      },
    }),
    ...(Object.keys(fresh).length > 0 && { fresh }),
    ...(draft.approvals > 0 && {
      approvals: draft.approvals,
      ...(draft.from.length > 0 && { from: draft.from }),
    }),
    ...(draft.separate && separations.includes(draft.separate) && { separate: draft.separate }),
    ...(draft.limitPer && {
      limit: {
        per: draft.limitPer,
        ...(draft.times.trim() && { times: Number(draft.times) }),
        ...(sums && { sums }),
      },
    }),
    ...(draft.isReasonRequired && { reason: 'required' as const }),
    ...(coinsOut.includes(draft.act) && {
      ...(draft.isPayerKnown && { payer: 'known' as const }),
      ...(draft.isOnStatement && { paid_by: 'statement' as const }),
    }),
    ...(draft.act === 'address.add' && {
      ...(draft.coolingOff !== '' && { cooling_off: draft.coolingOff }),
      ...(draft.only && { only: draft.only }),
    }),
  }
}

function rowsOf(amounts: Record<string, string> = {}): AmountRow[] {
  return Object.entries(amounts).map(([currency, amount]) => ({ currency, amount }))
}

function recordOf(rows: AmountRow[], locale: string): Record<string, string> | undefined {
  const filled = rows.filter(({ currency, amount }) => currency.trim() || amount.trim())
  if (filled.length === 0) return undefined
  return Object.fromEntries(
    filled.map(({ currency, amount }) => [currency.trim().toUpperCase(), parseAmount(amount, locale)]),
  )
}
