import { compareDecimals } from '../../../../contract/decimal.ts'

/** What makes a payment of a request the same one: people type the same order twice. */
export interface PaymentIdentity {
  reference: string
  amount: string
  received_at: Date
}

export function isSamePayment(one: PaymentIdentity, other: PaymentIdentity): boolean {
  return fitsPayment(one, {
    reference: other.reference,
    amount: other.amount,
    day: dayOf(other.received_at),
  })
}

/** Whether a payment is the one that was named by some of its values. */
export function fitsPayment(
  payment: PaymentIdentity,
  named: { reference?: string | undefined; amount?: string | undefined; day?: string | undefined },
): boolean {
  return (
    (named.reference === undefined || named.reference === payment.reference) &&
    (named.amount === undefined || compareDecimals(named.amount, payment.amount) === 0) &&
    (named.day === undefined || named.day === dayOf(payment.received_at))
  )
}

/** The day in UTC, as the books have it. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
