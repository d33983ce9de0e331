import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals, isZero } from '../../../../contract/money/decimal.ts'
import type { PurchaseRequestReason } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Books } from '../../books/books.ts'
import { deliveryOnItsWay, duplicateRefund, refundExceeds } from '../facts/deal-failures.ts'
import { refundableUnits, sumsOf } from '../facts/deal-state.ts'
import type { RefundRow } from '../facts/deal-tables.ts'
import { refundPosting } from '../facts/postings.ts'
import { moneyText } from '../facts/received.ts'
import { findSameRefund, insertRefund } from '../facts/refund-store.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import type { OutgoingDeliveries } from '../request/deal-parts.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { recordFact } from '../request/record-fact.ts'
import type { Move } from '../request/write-change.ts'

export interface Refunding {
  amount: string
  reference: string | null
  account: string | null
  reasonCode: PurchaseRequestReason | null
  /** Null: now. */
  paidAt: Date | null
}

/** What is left of what was received. */
export function refundableOf(request: PurchaseRequest): string {
  return fromUnits(refundableUnits(request, sumsOf(request)), request.fiat_currency)
}

export function permitRefund(
  db: Db,
  authorization: Authorization,
  request: PurchaseRequest,
  { amount, reference, account, reasonCode, paidAt }: Refunding,
  actor: Actor,
): Promise<Permit<'request.refund'>> {
  return authorization.permit(db, actor, {
    act: 'request.refund',
    subject: { type: 'purchase_request', id: request.id, version: request.version },
    organizationId: request.organization_id,
    content: {
      number: request.number,
      amount,
      currency: request.fiat_currency,
      reference,
      account,
      reason_code: reasonCode,
      paid_at: paidAt?.toISOString() ?? null,
    },
    amount: { currency: request.fiat_currency, value: amount },
  })
}

/** Throws if transfers that are on their way deliver some of what would be paid back. */
export async function demandNotOnTheWay(
  db: Db,
  outgoing: OutgoingDeliveries,
  request: PurchaseRequest,
  amount: string,
): Promise<void> {
  const onTheWay = await outgoing.amountOnTheWay(db, request)
  if (isZero(onTheWay)) return
  const sums = sumsOf(request)
  const left = refundableUnits(request, { ...sums, delivered: addDecimals(sums.delivered, onTheWay) })
  if (toUnits(amount, request.fiat_currency) > left)
    throw deliveryOnItsWay(request, { onTheWay, refundable: fromUnits(left, request.fiat_currency) })
}

/** Throws if more would be paid back than is left, or if it is recorded already. */
export async function demandRefundable(
  db: Db,
  outgoing: OutgoingDeliveries,
  request: PurchaseRequest,
  given: Refunding,
): Promise<void> {
  const { amount, reference } = given
  const same =
    reference !== null && (await findSameRefund(db, { request_id: request.id }, { reference, amount }))
  if (same) throw duplicateRefund(same.id)
  const sums = sumsOf(request)
  if (toUnits(amount, request.fiat_currency) > refundableUnits(request, sums))
    throw refundExceeds(request, sums)
  await demandNotOnTheWay(db, outgoing, request, amount)
}

/** Adds a refund. When nothing is left, a request that is not completed is `refunded`. The caller holds its row. */
export async function recordRefund(
  db: Db,
  books: Books,
  request: PurchaseRequest,
  given: Refunding,
  { permit, at, comment = null }: { permit: Permit<'request.refund'>; at: Date; comment?: string | null },
): Promise<{ refund: RefundRow; request: PurchaseRequest }> {
  const refund = await insertRefund(db, {
    id: newId(),
    request_id: request.id,
    credit_id: null,
    amount: moneyText(given.amount, request.fiat_currency),
    currency: request.fiat_currency,
    reference: given.reference,
    account: given.account,
    reason_code: given.reasonCode,
    paid_at: given.paidAt,
    ...actorColumns(permit.actor),
    at,
  })
  const of = { organizationId: request.organization_id, requestId: request.id, request: request.number }
  const refunded_amount = addDecimals(request.refunded_amount, refund.amount)
  const left = refundableUnits(request, { ...sumsOf(request), refunded: refunded_amount })
  const isOver = left === 0n && (request.status === 'paid' || request.status === 'failed')
  const move: Move | undefined = isOver
    ? { to: 'refunded', by: permit, comment, reason: given.reasonCode }
    : undefined
  const after = await recordFact(db, permit, books, request, {
    posting: refundPosting(of, refund),
    change: { refunded_amount },
    move,
    told: {
      action: 'purchase_request.refund_recorded',
      data: {
        refund: {
          id: refund.id,
          amount: refund.amount,
          currency: refund.currency,
          reference: refund.reference,
        },
      },
      details: {
        refund_id: refund.id,
        amount: refund.amount,
        currency: refund.currency,
        reference: refund.reference,
        reason_code: refund.reason_code,
        from: { refunded_amount: moneyText(request.refunded_amount, request.fiat_currency) },
        to: { refunded_amount },
        version: request.version + 1,
      },
    },
    at,
  })
  return { refund, request: after }
}
