import { compareDecimals } from '../../../../contract/money/decimal.ts'
import type { Days } from '../../../platform/days.ts'
import { usualSpelling } from './payer.ts'

/** What makes a payment of a request the same one: people type the same order twice. */
export interface PaymentIdentity {
  reference: string
  amount: string
  received_at: Date
}

export function isSamePayment(days: Days, one: PaymentIdentity, other: PaymentIdentity): boolean {
  return fitsPayment(days, one, {
    reference: other.reference,
    amount: other.amount,
    day: days.dayOf(other.received_at),
  })
}

/** Whether two texts name the same payment order. */
export function isSameReference(one: string, other: string): boolean {
  return usualSpelling(one) === usualSpelling(other)
}

/** Whether a payment is the one that was named by some of its values. Days are those of the books. */
export function fitsPayment(
  days: Days,
  payment: PaymentIdentity,
  named: { reference?: string | undefined; amount?: string | undefined; day?: string | undefined },
): boolean {
  return (
    (named.reference === undefined || isSameReference(named.reference, payment.reference)) &&
    (named.amount === undefined || compareDecimals(named.amount, payment.amount) === 0) &&
    (named.day === undefined || named.day === days.dayOf(payment.received_at))
  )
}
