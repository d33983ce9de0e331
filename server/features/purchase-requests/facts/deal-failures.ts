import { fromUnits, toUnits } from '../../../../contract/commodities.ts'
import { addDecimals } from '../../../../contract/decimal.ts'
import { Failure } from '../../../platform/errors.ts'
import { deliveredValue, refundableUnits, type Sums, type Terms, undeliveredAmount } from './deal-state.ts'

export function paymentNotFound(): Failure {
  return new Failure('not_found', 'payment_not_found', 'There is no such payment of this purchase request.')
}

export function creditNotFound(): Failure {
  return new Failure('not_found', 'credit_not_found', 'There is no such credit.')
}

export function duplicatePayment(kind: 'payment' | 'credit', existingId: string): Failure {
  return new Failure(
    'conflict',
    'duplicate_payment',
    'A payment with this reference, amount and day is already recorded for this request.',
    { kind, existing_id: existingId },
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

export function alreadyReversed(at: Date): Failure {
  return new Failure('conflict', 'already_reversed', 'The payment was reversed before.', {
    reversed_at: at.toISOString(),
  })
}

export function belowRefunded(terms: Terms, sums: Sums, amount: string): Failure {
  return new Failure(
    'conflict',
    'below_refunded',
    'Without this payment, less would have been received than was paid back.',
    {
      currency: terms.fiat_currency,
      received_amount: sums.received,
      refunded_amount: sums.refunded,
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
