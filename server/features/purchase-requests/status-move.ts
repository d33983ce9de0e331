import { currencyDecimals } from '../../../contract/currencies.ts'
import { compareDecimals, decimalPlaces, isZero, toPlaces } from '../../../contract/decimal.ts'
import { type Fault, fault, missing } from '../../../contract/faults.ts'
import {
  isTxHash,
  type MoveField,
  type MoveRule,
  moveFields,
  txHashForms,
} from '../../../contract/purchase-request-rules.ts'
import type { UpdatePurchaseRequestStatusBody } from '../../../contract/purchase-requests.ts'
import { paymentException } from './payment-exception.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

/** Clocks differ; a payment further in the future than this is a typing error. */
const clockTolerance = 5 * 60 * 1000

/** Faults of the fields of a status change: missing, unexpected or malformed. */
export function moveFaults(
  request: PurchaseRequest,
  rule: MoveRule,
  body: UpdatePurchaseRequestStatusBody,
  now: Date,
): Fault[] {
  const sent = (field: MoveField) => body[field] !== undefined && body[field] !== null
  const faults: Fault[] = []
  for (const field of moveFields) {
    const loc = ['body', field]
    if (sent(field)) {
      // A payment sent with a cancellation must not be ignored silently.
      const used = field === 'reason_code' || rule.needs.includes(field) || rule.takes.includes(field)
      if (!used) faults.push(fault(loc, 'field_not_of_status'))
    } else if (rule.needs.includes(field)) {
      faults.push(missing(loc))
    }
  }
  if (faults.length > 0) return faults

  const { received_amount, received_at, tx_hash } = body
  if (received_amount && isZero(received_amount)) {
    faults.push(fault(['body', 'received_amount'], 'not_positive'))
  }
  const places = currencyDecimals(request.fiat_currency)
  if (received_amount && decimalPlaces(received_amount) > places) {
    faults.push(fault(['body', 'received_amount'], 'too_many_decimals', { places }))
  }
  if (received_at && new Date(received_at).getTime() > now.getTime() + clockTolerance) {
    faults.push(fault(['body', 'received_at'], 'in_future'))
  }
  if (tx_hash && !isTxHash(request.network, tx_hash)) {
    faults.push(fault(['body', 'tx_hash'], txHashForms[request.network].fault))
  }
  return faults
}

/** Whether `paid` was sent again with a payment that is not the recorded one, which must not be ignored silently. */
export function isOtherPayment(request: PurchaseRequest, body: UpdatePurchaseRequestStatusBody): boolean {
  if (request.status !== 'paid') return false
  const { payment_reference: reference, received_amount: amount } = body
  return (
    (typeof reference === 'string' && reference !== request.payment_reference) ||
    (typeof amount === 'string' && compareDecimals(amount, request.received_amount ?? '0') !== 0)
  )
}

/** The columns that a status change sets. Its fields must be valid. */
export function moveChange(request: PurchaseRequest, body: UpdatePurchaseRequestStatusBody, now: Date) {
  const quote_expires_at = body.quote_expires_at ? new Date(body.quote_expires_at) : request.quote_expires_at
  return {
    status: body.status,
    status_since: now,
    reason_code: body.reason_code ?? null,
    reason_comment: body.reason_code ? (body.comment ?? null) : null,
    quote_expires_at,
    version: request.version + 1,
    updated_at: now,
    ...(body.tx_hash && { tx_hash: body.tx_hash }),
    ...paymentChange(request, body, now),
  }
}

function paymentChange(request: PurchaseRequest, body: UpdatePurchaseRequestStatusBody, now: Date) {
  if (!body.payment_reference || !body.received_amount) return {}
  const received = {
    amount: toPlaces(body.received_amount, currencyDecimals(request.fiat_currency)),
    at: body.received_at ? new Date(body.received_at) : now,
  }
  return {
    payment_reference: body.payment_reference,
    received_amount: received.amount,
    received_at: received.at,
    payment_exception: paymentException(request, received),
  }
}
