import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals } from '../../../../contract/money/decimal.ts'
import { Failure } from '../../../platform/errors.ts'
import { deliveredValue, refundableUnits, type Sums, type Terms, undeliveredAmount } from './deal-state.ts'
import type { PaymentRow } from './deal-tables.ts'

export function paymentNotFound(): Failure {
  return new Failure('not_found', 'payment_not_found', 'There is no such payment of this purchase request.')
}

export function quoteNotFound(): Failure {
  return new Failure('not_found', 'quote_not_found', 'There is no such quote of this purchase request.')
}

export function refundNotFound(): Failure {
  return new Failure('not_found', 'refund_not_found', 'There is no such refund.')
}

export function deliveryNotFound(): Failure {
  return new Failure(
    'not_found',
    'request_delivery_not_found',
    'There is no such delivery of this purchase request.',
  )
}

export function creditNotFound(): Failure {
  return new Failure('not_found', 'credit_not_found', 'There is no such credit.')
}

export function duplicatePayment(kind: 'payment' | 'credit', existingId: string): Failure {
  return new Failure(
    'conflict',
    'duplicate_payment',
    'A payment with this reference, amount and day is already recorded.',
    { kind, existing_id: existingId },
  )
}

/** A recorded payment has this reference, and another amount or day. */
export function paymentDiffers(existing: PaymentRow): Failure {
  const operation = `POST /v1/purchase-requests/${existing.request_id}/payments`
  return new Failure(
    'conflict',
    'payment_differs',
    `A payment with this reference is recorded with another amount or day. If money came once more, record it with ${operation}.`,
    {
      existing_id: existing.id,
      reference: existing.reference,
      amount: existing.amount,
      currency: existing.currency,
      received_at: existing.received_at.toISOString(),
      operation,
    },
  )
}

export function overpayment(terms: Terms, received: string, amount: string): Failure {
  const currency = terms.fiat_currency
  const sum = toUnits(addDecimals(received, amount), currency)
  const excess = fromUnits(sum - toUnits(terms.total_amount, currency), currency)
  return new Failure(
    'conflict',
    'overpayment',
    `With this payment, ${excess} ${currency} more than the total would have been received.`,
    {
      currency,
      total_amount: terms.total_amount,
      received_amount: fromUnits(toUnits(received, currency), currency),
      amount: fromUnits(toUnits(amount, currency), currency),
      excess_amount: excess,
    },
  )
}

export function alreadyReversed(what: 'payment' | 'refund' | 'delivery', at: Date): Failure {
  return new Failure('conflict', 'already_reversed', `The ${what} was reversed before.`, {
    reversed_at: at.toISOString(),
  })
}

export function belowRefunded(terms: Terms, sums: Sums, amount: string): Failure {
  return new Failure(
    'conflict',
    'below_refunded',
    'What was paid back, or used of a credit, is money of this payment.',
    {
      currency: terms.fiat_currency,
      received_amount: sums.received,
      refunded_amount: sums.refunded,
      moved_amount: sums.moved,
      amount,
    },
  )
}

export function refundExceeds(terms: Terms, sums: Sums): Failure {
  const money = (units: bigint) => fromUnits(units, terms.fiat_currency)
  const { fiat, fee } = deliveredValue(terms, sums.delivered)
  const left = money(refundableUnits(terms, sums))
  return new Failure(
    'conflict',
    'refund_exceeds',
    `At most ${left} ${terms.fiat_currency} can be paid back.`,
    {
      currency: terms.fiat_currency,
      received_amount: money(toUnits(sums.received, terms.fiat_currency)),
      refunded_amount: money(toUnits(sums.refunded, terms.fiat_currency)),
      delivered_value: money(fiat + fee),
      refundable_amount: left,
    },
  )
}

export function surplusExceeds({ fiat_currency: currency }: Terms, units: bigint): Failure {
  const surplus = fromUnits(units, currency)
  const said = `Only ${surplus} ${currency} of the last payment is above the total.`
  return new Failure('conflict', 'surplus_exceeds', said, { currency, surplus_amount: surplus })
}

export function unusualRate(
  { asset, fiat_currency, rate }: { asset: string; fiat_currency: string; rate: string },
  last: string,
): Failure {
  return new Failure(
    'conflict',
    'unusual_rate',
    `The last rate of ${asset} in ${fiat_currency} was ${last}: compare, and send accept_rate if ${rate} is meant.`,
    { asset, fiat_currency, rate, last_rate: last },
  )
}

export function duplicateRefund(existingId: string): Failure {
  return new Failure(
    'conflict',
    'duplicate_refund',
    'A refund with this reference and amount is already recorded.',
    { existing_id: existingId },
  )
}

export function alreadyDelivered(txHash: string | null): Failure {
  return new Failure('conflict', 'already_delivered', 'The request is completed, with another transaction.', {
    tx_hash: txHash,
  })
}

export function duplicateDelivery(existingId: string): Failure {
  return new Failure(
    'conflict',
    'duplicate_delivery',
    'A delivery with this transaction is already recorded for this request.',
    { existing_id: existingId },
  )
}

/** The other request is named to those who may see it. */
export function transactionAlreadyDelivers(
  { request_id, number, output }: { request_id: string; number: string; output: number | null },
  maySee: boolean,
): Failure {
  const named = maySee ? `the request ${number}` : 'another request'
  return new Failure(
    'conflict',
    'transaction_already_delivers',
    `This transaction is recorded as a delivery of ${named}.`,
    { ...(maySee && { request_id, number }), output },
  )
}

export function transactionOfTransfer(transferId: string): Failure {
  return new Failure(
    'conflict',
    'transaction_of_transfer',
    'The transaction is that of a transfer from a wallet of the desk, which is recorded when the transfer is confirmed.',
    { transfer_id: transferId },
  )
}

export function deliveryExceeds(terms: Terms, sums: Sums): Failure {
  const left = undeliveredAmount(terms, sums)
  return new Failure('conflict', 'delivery_exceeds', `At most ${left} ${terms.asset} can be delivered.`, {
    crypto_amount: terms.crypto_amount,
    delivered_amount: sums.delivered,
    undelivered_amount: left,
  })
}

export function creditExceeds(currency: string, left: string): Failure {
  return new Failure('conflict', 'credit_exceeds', `Only ${left} ${currency} of the credit is left.`, {
    currency,
    left_amount: left,
  })
}

export function deliveryOnItsWay(
  { asset, fiat_currency }: Terms,
  { onTheWay, refundable }: { onTheWay: string; refundable: string },
): Failure {
  return new Failure(
    'conflict',
    'delivery_on_its_way',
    `${onTheWay} ${asset} are being sent: what they cost cannot be paid back.`,
    { asset, on_the_way: onTheWay, currency: fiat_currency, refundable_amount: refundable },
  )
}
