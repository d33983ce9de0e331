import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals, canonicalDecimal, compareDecimals } from '../../../../contract/money/decimal.ts'
import {
  type Blocker,
  type PurchaseRequestStatus,
  takesMoney,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  PaymentException,
  PurchaseRequestResponse,
} from '../../../../contract/purchase-requests/purchase-requests.ts'

/** What was agreed. */
export interface Terms {
  asset: string
  crypto_amount: string
  fiat_currency: string
  fiat_amount: string
  fee_amount: string
  total_amount: string
}

/** What has come and gone so far: sums of the facts. */
export interface Sums {
  received: string
  refunded: string
  /** Moved to credits. */
  moved: string
  /** Of the asset. */
  delivered: string
}

/** The columns of a request that contain its sums. */
export interface SummedRow extends Terms {
  status: PurchaseRequestStatus
  received_amount: string | null
  refunded_amount: string
  moved_amount: string
  delivered_amount: string
}

export function sumsOf(row: SummedRow): Sums {
  return {
    received: row.received_amount ?? '0',
    refunded: row.refunded_amount,
    moved: row.moved_amount,
    delivered: row.delivered_amount,
  }
}

/** In smallest units: the price and the fee of the part of the asset that was delivered. */
export function deliveredValue(terms: Terms, delivered: string): { fiat: bigint; fee: bigint } {
  const whole = toUnits(terms.crypto_amount, terms.asset)
  const part = toUnits(delivered, terms.asset)
  // Of the sum and not of each delivery, so that all deliveries together are worth exactly the total.
  const share = (amount: string) => roundedShare(toUnits(amount, terms.fiat_currency), part, whole)
  return { fiat: share(terms.fiat_amount), fee: share(terms.fee_amount) }
}

/**
 * What a delivery of so much is worth at most, whatever was delivered before it and is meanwhile: a share of a sum that is
 * rounded is never more than the share rounded up.
 */
export function mostWorth(terms: Terms, amount: string): string {
  const whole = toUnits(terms.crypto_amount, terms.asset)
  const part = toUnits(amount, terms.asset)
  const share = (of: string) => (toUnits(of, terms.fiat_currency) * part + whole - 1n) / whole
  return fromUnits(share(terms.fiat_amount) + share(terms.fee_amount), terms.fiat_currency)
}

/** amount × part ÷ whole, half up. */
function roundedShare(amount: bigint, part: bigint, whole: bigint): bigint {
  return (2n * amount * part + whole) / (2n * whole)
}

/** What was received, and neither paid back nor moved to a credit. */
function heldUnits({ fiat_currency }: Terms, { received, refunded, moved }: Sums): bigint {
  return toUnits(received, fiat_currency) - toUnits(refunded, fiat_currency) - toUnits(moved, fiat_currency)
}

/** What is there above the total. */
export function surplusUnits(terms: Terms, sums: Sums): bigint {
  return atLeastNothing(heldUnits(terms, sums) - toUnits(terms.total_amount, terms.fiat_currency))
}

/** What the organization still has to pay. Nobody waits for the money of a request that is over, but for what was delivered. */
function outstandingUnits(status: PurchaseRequestStatus, terms: Terms, sums: Sums): bigint {
  if (status === 'refunded' || status === 'rejected' || status === 'cancelled')
    return missingUnits(terms, sums, sums.delivered)
  return atLeastNothing(toUnits(terms.total_amount, terms.fiat_currency) - heldUnits(terms, sums))
}

/** Whether money that comes now belongs to the request. A completed one takes what is still owed for it. */
export function takesMoneyNow(request: SummedRow): boolean {
  if (takesMoney.includes(request.status)) return true
  return request.status === 'completed' && outstandingUnits('completed', request, sumsOf(request)) > 0n
}

/** Whether a completed request has just what it costs. */
export function isSettled(request: SummedRow): boolean {
  const sums = sumsOf(request)
  const isEven = heldUnits(request, sums) === toUnits(request.total_amount, request.fiat_currency)
  return request.status === 'refunded' || (request.status === 'completed' && isEven)
}

/** What can be paid back: neither more than is there, nor what was delivered for. */
export function refundableUnits(terms: Terms, sums: Sums): bigint {
  const { fiat, fee } = deliveredValue(terms, sums.delivered)
  return atLeastNothing(heldUnits(terms, sums) - fiat - fee)
}

/** What is missing to deliver so much in all. */
export function missingUnits(terms: Terms, sums: Sums, delivered: string): bigint {
  const { fiat, fee } = deliveredValue(terms, delivered)
  return atLeastNothing(fiat + fee - heldUnits(terms, sums))
}

export function undeliveredAmount({ asset, crypto_amount }: Terms, { delivered }: Sums): string {
  const left = toUnits(crypto_amount, asset) - toUnits(delivered, asset)
  return canonicalDecimal(fromUnits(atLeastNothing(left), asset))
}

function atLeastNothing(units: bigint): bigint {
  return units > 0n ? units : 0n
}

export function totalsOf(row: SummedRow): PurchaseRequestResponse['totals'] {
  const [terms, sums] = [row, sumsOf(row)]
  const money = (units: bigint) => fromUnits(units, terms.fiat_currency)
  return {
    received_amount: money(toUnits(sums.received, terms.fiat_currency)),
    refunded_amount: money(toUnits(sums.refunded, terms.fiat_currency)),
    moved_amount: money(toUnits(sums.moved, terms.fiat_currency)),
    outstanding_amount: money(outstandingUnits(row.status, terms, sums)),
    refundable_amount: money(refundableUnits(terms, sums)),
    delivered_amount: canonicalDecimal(sums.delivered),
    undelivered_amount: undeliveredAmount(terms, sums),
  }
}

/** A payment as far as sums depend on it. */
export interface CountedPayment {
  amount: string
  received_at: Date
  reference: string
}

/** The columns of a request that follow from its payments that were not reversed, oldest first. */
export function paymentColumns(
  agreed: { total_amount: string; quote_expires_at: Date | null },
  payments: readonly CountedPayment[],
) {
  const [first] = payments
  if (!first)
    return { payment_reference: null, received_amount: null, received_at: null, payment_exception: null }
  const received = payments.map(({ amount }) => amount).reduce(addDecimals)
  return {
    payment_reference: first.reference,
    received_amount: received,
    received_at: first.received_at,
    payment_exception: exceptionOf(agreed, payments, received),
  }
}

/** How payments differ from the price. Late takes precedence, because the rate is no longer valid. */
function exceptionOf(
  { total_amount, quote_expires_at: end }: { total_amount: string; quote_expires_at: Date | null },
  payments: readonly CountedPayment[],
  received: string,
): PaymentException | null {
  if (end && payments.some(({ received_at }) => received_at > end)) return 'late'
  const order = compareDecimals(received, total_amount)
  return order < 0 ? 'partial' : order > 0 ? 'over' : null
}

/** Whether the sum is above the total by more than a tenth: a typing error, or money that somebody has to ask about. */
export function isOverpaid({ total_amount, fiat_currency }: Terms, received: string): boolean {
  return 10n * toUnits(received, fiat_currency) > 11n * toUnits(total_amount, fiat_currency)
}

/** Blockers of a delivery that follow from the money, for so much of the asset in all. */
export function moneyBlockers(
  terms: Terms,
  sums: Sums,
  { delivered, payers }: { delivered: string; payers: readonly Blocker[] },
): Blocker[] {
  const missing = missingUnits(terms, sums, delivered)
  if (missing === 0n) return [...payers]
  return [
    {
      code: 'underpaid',
      detail:
        'Less was received than the delivery is worth: record the rest as a payment with a reference of its own, or deliver with accept_underpayment.',
      missing_amount: fromUnits(missing, terms.fiat_currency),
      fiat_currency: terms.fiat_currency,
    },
    ...payers,
  ]
}
