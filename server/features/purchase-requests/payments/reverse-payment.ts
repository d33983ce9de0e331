import { addDecimals, compareDecimals, decimalDifference } from '../../../../contract/money/decimal.ts'
import type { PaymentResponse, ReversePaymentBody } from '../../../../contract/purchase-requests/deals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { postingText } from '../../books/posting-texts.ts'
import { tellOfCredit } from '../credits/credit-traces.ts'
import { lockUnusedOf, type MovedCredits, returnToCredit } from '../credits/return-to-credit.ts'
import { updateCredit } from '../facts/credit-store.ts'
import { alreadyReversed, belowRefunded } from '../facts/deal-failures.ts'
import { paymentColumns, sumsOf } from '../facts/deal-state.ts'
import type { PaymentRow } from '../facts/deal-tables.ts'
import { correctionDay, reversalColumns } from '../facts/decision.ts'
import { payerColumns } from '../facts/payer.ts'
import { listCountedPayments, updatePayment } from '../facts/payment-store.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { lockRequest } from '../request/find-request.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { reverseFact } from '../request/record-fact.ts'
import { toPaymentResponse } from './payment-response.ts'
import { find } from './payment-service.ts'
import { shown } from './record-payment.ts'

export type ReversePayment = ReturnType<typeof createReversePayment>

/** Takes a payment out of the sum. It stays in the list, and its posting gets an opposite one. */
export function createReversePayment({
  db,
  now,
  days,
  books,
  gate,
  authorization,
  followers,
}: Pick<DealParts, 'db' | 'now' | 'days' | 'books' | 'gate' | 'authorization' | 'followers'>) {
  async function reverse(
    db: Db,
    permit: Permit<'payment.reverse'>,
    request: PurchaseRequest,
    { payment, moved }: { payment: PaymentRow; moved: MovedCredits },
    { reason, at, onDay }: { reason: string; at: Date; onDay: ReturnType<typeof correctionDay> },
  ): Promise<PaymentResponse> {
    const reversed = await updatePayment(db, payment.id, reversalColumns(permit.actor, at, reason))
    const description = postingText('payment_reversed', {
      number: payment.reference,
      request: request.number,
    })
    const credit = payment.credit_id && (await returnToCredit(db, payment.credit_id, payment.amount))
    for (const { id, amount: allocated_amount } of moved.credits) {
      const back = await updateCredit(db, id, { allocated_amount })
      await books.reverse(db, { type: 'credit', id }, { at, ...onDay, description })
      const details = { request_id: request.id, amount: allocated_amount, reversed_payment_id: payment.id }
      tellOfCredit(db, 'credit.allocated', back, permit, details, at)
    }
    const returned = { request_id: request.id, returned_amount: payment.amount }
    if (credit) tellOfCredit(db, 'credit.allocated', credit, permit, returned, at)
    await followers.tell('paymentReversed', db, payment, permit)
    const payers = [payment, ...moved.credits]
    await gate.screening.save(
      db,
      [],
      payers.map(({ id }) => ({ kind: 'payer', id })),
    )
    const counted = await listCountedPayments(db, request.id)
    const change = {
      ...paymentColumns(request, counted),
      ...payerColumns(counted),
      moved_amount: decimalDifference(request.moved_amount, moved.amount),
    }
    await reverseFact(db, permit, books, request, {
      fact: { type: 'payment', id: payment.id },
      posting: { at, ...onDay, description },
      sums: change,
      told: {
        action: 'purchase_request.payment_reversed',
        data: { reversed_payment: shown(reversed) },
        details: {
          payment_id: payment.id,
          reason,
          ...(onDay.day && { date: onDay.day }),
          from: { received_amount: request.received_amount },
          to: { received_amount: change.received_amount },
          ...(credit && { credit_id: credit.id }),
          version: request.version + 1,
        },
      },
      at,
    })
    return toPaymentResponse(reversed)
  }

  return (
    id: string,
    paymentId: string,
    { reason, date }: ReversePaymentBody,
    actor: Actor,
  ): Promise<PaymentResponse> =>
    db.transaction().execute(async (db) => {
      const request = await lockRequest(db, id)
      const payment = await find(db, request, paymentId)
      if (payment.reversed_at) throw alreadyReversed('payment', payment.reversed_at)
      const at = now()
      const onDay = correctionDay(days, date, { since: payment.received_at, at })
      const sums = sumsOf(request)
      const left = decimalDifference(sums.received, payment.amount)
      const moved = await lockUnusedOf(db, payment.id)
      const gone = addDecimals(sums.refunded, decimalDifference(sums.moved, moved?.amount ?? '0'))
      if (!moved || compareDecimals(left, gone) < 0) throw belowRefunded(request, sums, payment.amount)
      const permit = await authorization.permit(db, actor, {
        act: 'payment.reverse',
        subject: { type: 'payment', id: payment.id },
        organizationId: request.organization_id,
        content: {
          number: request.number,
          amount: payment.amount,
          currency: payment.currency,
          reference: payment.reference,
          received_at: payment.received_at.toISOString(),
          reason,
          ...(onDay.day && { date: onDay.day }),
        },
        amount: { currency: payment.currency, value: payment.amount },
      })
      return reverse(db, permit, request, { payment, moved }, { reason, at, onDay })
    })
}
