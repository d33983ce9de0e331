import { type Fault, fault, missing } from '../../../contract/api/faults.ts'
import { isZero } from '../../../contract/money/decimal.ts'
import {
  isTxHash,
  type MoveField,
  type MoveRule,
  moveFields,
  txHashForms,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { UpdatePurchaseRequestStatusBody } from '../../../contract/purchase-requests/purchase-requests.ts'
import { factTimeFaults, moneyFaults, timeFaults } from './facts/payment-faults.ts'
import type { PurchaseRequest } from './request/purchase-request-store.ts'

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
  if (body.compared_in_full !== undefined && body.status !== 'approved')
    faults.push(fault(['body', 'compared_in_full'], 'field_not_of_status'))
  if (faults.length > 0) return faults

  const { received_amount, received_at, tx_hash, delivered_at, paid_at } = body
  if (received_amount) {
    const loc = ['body', 'received_amount']
    if (isZero(received_amount)) faults.push(fault(loc, 'not_positive'))
    faults.push(...moneyFaults(loc, received_amount, request.fiat_currency))
  }
  if (received_at) faults.push(...timeFaults(['body', 'received_at'], received_at, now))
  faults.push(...factTimeFaults(['body', 'delivered_at'], delivered_at, request, now))
  faults.push(...factTimeFaults(['body', 'paid_at'], paid_at, request, now))
  if (tx_hash && !isTxHash(request.network, tx_hash)) {
    faults.push(fault(['body', 'tx_hash'], txHashForms[request.network].fault))
  }
  return faults
}

/** The columns that a change of status sets that is no fact of its own. Its fields must be valid. */
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
  }
}
