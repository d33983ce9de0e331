import { isId } from '../../../../contract/api/common.ts'
import { decimalDifference } from '../../../../contract/money/decimal.ts'
import type { RefundResponse, ReverseRefundBody } from '../../../../contract/purchase-requests/deals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { postingText } from '../../books/posting-texts.ts'
import { alreadyReversed, refundNotFound } from '../facts/deal-failures.ts'
import type { RefundRow } from '../facts/deal-tables.ts'
import { correctionDay, reversalColumns } from '../facts/decision.ts'
import { moneyText } from '../facts/received.ts'
import { findRefund, updateRefund } from '../facts/refund-store.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { lockRequest } from '../request/find-request.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { reverseFact } from '../request/record-fact.ts'
import { toRefundResponse } from './refund-response.ts'

export type ReverseRefund = ReturnType<typeof createReverseRefund>

/** Takes a refund out of the sum: it was recorded by mistake, or the money came back. It stays in the list. */
export function createReverseRefund({
  db,
  now,
  days,
  books,
  authorization,
  followers,
}: Pick<DealParts, 'db' | 'now' | 'days' | 'books' | 'authorization' | 'followers'>) {
  async function reverse(
    db: Db,
    permit: Permit<'refund.reverse'>,
    request: PurchaseRequest,
    refund: RefundRow,
    { reason, at, onDay }: { reason: string; at: Date; onDay: ReturnType<typeof correctionDay> },
  ): Promise<RefundResponse> {
    const reversed = await updateRefund(db, refund.id, reversalColumns(permit.actor, at, reason))
    const description = refund.reference
      ? postingText('refund_reversed', { number: refund.reference, request: request.number })
      : postingText('refund_reversed_without_number', { request: request.number })
    await followers.tell('refundReversed', db, refund, permit)
    const sums = { refunded_amount: decimalDifference(request.refunded_amount, refund.amount) }
    await reverseFact(db, permit, books, request, {
      fact: { type: 'refund', id: refund.id },
      posting: { at, ...onDay, description },
      sums,
      told: {
        action: 'purchase_request.refund_reversed',
        data: {
          reversed_refund: {
            id: refund.id,
            amount: refund.amount,
            currency: refund.currency,
            reference: refund.reference,
          },
        },
        details: {
          refund_id: refund.id,
          reason,
          ...(onDay.day && { date: onDay.day }),
          from: { refunded_amount: moneyText(request.refunded_amount, request.fiat_currency) },
          to: { refunded_amount: moneyText(sums.refunded_amount, request.fiat_currency) },
          version: request.version + 1,
        },
      },
      at,
    })
    return toRefundResponse(reversed)
  }

  return (
    id: string,
    refundId: string,
    { reason, date }: ReverseRefundBody,
    actor: Actor,
  ): Promise<RefundResponse> =>
    db.transaction().execute(async (db) => {
      const request = await lockRequest(db, id)
      const refund = isId(refundId) ? await findRefund(db, { request_id: request.id }, refundId) : undefined
      if (!refund) throw refundNotFound()
      if (refund.reversed_at) throw alreadyReversed('refund', refund.reversed_at)
      const at = now()
      const onDay = correctionDay(days, date, { since: refund.paid_at ?? refund.at, at })
      const permit = await authorization.permit(db, actor, {
        act: 'refund.reverse',
        subject: { type: 'refund', id: refund.id },
        organizationId: request.organization_id,
        content: {
          number: request.number,
          amount: refund.amount,
          currency: refund.currency,
          reference: refund.reference,
          account: refund.account,
          reason,
          ...(onDay.day && { date: onDay.day }),
        },
        amount: { currency: refund.currency, value: refund.amount },
      })
      return reverse(db, permit, request, refund, { reason, at, onDay })
    })
}
