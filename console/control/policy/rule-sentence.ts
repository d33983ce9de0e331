import type { PolicyRule } from '../../../contract/control/policy.ts'
import { maxAgeOf } from '../../../contract/control/policy-rules.ts'
import { decimalPattern } from '../../../contract/money/decimal.ts'
import { formatDuration } from '../../shared/time/duration.ts'
import { formatAmount } from '../../shared/values/amounts.ts'

const isDecimal = new RegExp(decimalPattern)

export interface Language {
  locale: string
  translate: (key: string, values?: Record<string, unknown>) => string
}

/** A rule as people read it. */
export function ruleSentence(rule: PolicyRule, { locale, translate }: Language): string {
  const text = (name: string, values = {}) => translate(`kontor.rule.${name}`, values)
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  const and = new Intl.ListFormat(locale, { type: 'conjunction' })
  const amounts = (bounds: Record<string, string>, list = or) =>
    list.format(
      Object.entries(bounds).map(([currency, amount]) =>
        // While it is being typed, it may not be an amount yet.
        isDecimal.test(amount) ? formatAmount(amount, currency, locale) : `… ${currency}`,
      ),
    )

  const { act, when, fresh, approvals = 0, from = [], separate, limit, reason, cooling_off, only } = rule
  const bounds = [
    when?.amount_at_least && text('at_least', { amounts: amounts(when.amount_at_least) }),
    when?.amount_above && text('above', { amounts: amounts(when.amount_above) }),
  ].filter(Boolean)
  const removal = when?.removes_at_least
  const removes = removal === undefined ? [] : [text('removes_at_least', { smart_count: removal })]
  const subject = [translate(`kontor.act_noun.${act}`), ...bounds, ...removes].join(' ')
  const roles = or.format(from.map((role) => text(`${approvals > 1 ? 'from_many' : 'from'}.${role}`)))
  const age = maxAgeOf(rule)
  const needs = [
    approvals > 0 && text('approvals', { smart_count: approvals, roles }),
    separate && text(`separate.${separate}`),
    reason === 'required' && text('reason'),
    age !== null && text(fresh?.passkey ? 'fresh_passkey' : 'fresh', { age: formatDuration(age, locale) }),
  ].filter((part) => part !== false && part !== undefined)
  return [
    needs.length > 0 ? text('needs', { subject, needs: and.format(needs) }) : text('free', { subject }),
    bounds.length > 0 && text('other_currencies'),
    limit?.times !== undefined && text(`times.${limit.per}`, { smart_count: limit.times }),
    limit?.sums && text(`sums.${limit.per}`, { amounts: amounts(limit.sums, and) }),
    only && text(`only.${only}`),
    rule.payer && text(`payer.${rule.payer}`),
    rule.paid_by && text(`paid_by.${rule.paid_by}`),
    cooling_off !== undefined && text('cooling_off', { time: formatDuration(cooling_off, locale) }),
  ]
    .filter(Boolean)
    .join(' ')
}
