import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals, decimalDifference } from '../../../../contract/money/decimal.ts'
import type {
  AllocateCreditBody,
  CreditResponse,
  RefundCreditBody,
  RefundListResponse,
  RefundResponse,
  ReverseRefundBody,
} from '../../../../contract/purchase-requests/deals.ts'
import { takesMoney } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Failure, Invalid } from '../../../platform/errors.ts'
import { bySeq, readItems } from '../../../platform/lists/page.ts'
import { postingText } from '../../books/posting-texts.ts'
import { leftOf, toCreditResponse } from '../credits/credit-response.ts'
import { tellOfCredit } from '../credits/credit-traces.ts'
import * as store from '../facts/credit-store.ts'
import {
  alreadyReversed,
  creditExceeds,
  creditNotFound,
  duplicatePayment,
  duplicateRefund,
  refundNotFound,
} from '../facts/deal-failures.ts'
import { takesMoneyNow } from '../facts/deal-state.ts'
import type { CreditRow, RefundRow } from '../facts/deal-tables.ts'
import { correctionDay, reversalColumns } from '../facts/decision.ts'
import { moneyFaults, payeeFaults, timeFaults } from '../facts/payment-faults.ts'
import { listCountedPayments } from '../facts/payment-store.ts'
import { postUnlessNothing, refundPosting } from '../facts/postings.ts'
import { moneyText } from '../facts/received.ts'
import { findRefund, findSameRefund, insertRefund, refundsOf, updateRefund } from '../facts/refund-store.ts'
import { isSamePayment } from '../facts/same-payment.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import { demandAccepted, recordPayment } from '../payments/record-payment.ts'
import { toRefundResponse } from '../refunds/refund-response.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { lockRequest } from '../request/find-request.ts'
import { statusNotAllowed } from '../request/purchase-request-failures.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'

export type CreditService = ReturnType<typeof createCreditService>

export function createCreditService({
  db,
  now,
  days,
  books,
  gate,
  authorization,
  followers,
}: Pick<DealParts, 'db' | 'now' | 'days' | 'books' | 'gate' | 'authorization' | 'followers'>) {
  async function allocate(
    db: Db,
    permit: Permit<'credit.allocate'>,
    credit: CreditRow,
    request: PurchaseRequest,
    amount: string,
  ): Promise<CreditResponse> {
    const at = now()
    const allocated = await store.updateCredit(db, credit.id, {
      allocated_amount: addDecimals(credit.allocated_amount, amount),
    })
    const details = {
      request_id: request.id,
      amount,
      from: { left_amount: leftOf(credit) },
      to: { left_amount: leftOf(allocated) },
    }
    await recordPayment(
      db,
      { books, ...gate },
      request,
      {
        amount,
        receivedAt: credit.received_at,
        reference: credit.reference,
        payerInn: credit.payer_inn,
        payerName: credit.payer_name,
        payerAccount: credit.payer_account,
        bankAccount: credit.bank_account,
        statementLineId: credit.statement_line_id,
        creditId: credit.id,
      },
      { permit, at },
    )
    tellOfCredit(db, 'credit.allocated', allocated, permit, details, at)
    return toCreditResponse(allocated)
  }

  async function pay(
    db: Db,
    permit: Permit<'request.refund'>,
    credit: CreditRow,
    { amount, reference, account, paid_at: paidAt }: RefundCreditBody,
    at: Date,
  ): Promise<CreditResponse> {
    const refund = await insertRefund(db, {
      id: newId(),
      request_id: null,
      credit_id: credit.id,
      amount,
      currency: credit.currency,
      reference,
      account,
      reason_code: null,
      paid_at: paidAt ? new Date(paidAt) : null,
      ...actorColumns(permit.actor),
      at,
    })
    const of = { organizationId: credit.organization_id, requestId: null, payment: credit.reference }
    await postUnlessNothing(books, db, refundPosting(of, refund))
    const refunded_amount = addDecimals(credit.refunded_amount, amount)
    const details = { refund_id: refund.id, amount }
    const told = { action: 'credit.refunded', details, permit, at } as const
    return toCreditResponse(await writeRefunded(db, credit, refunded_amount, told))
  }

  async function takeBack(
    db: Db,
    permit: Permit<'refund.reverse'>,
    credit: CreditRow,
    refund: RefundRow,
    { reason, at, onDay }: { reason: string; at: Date; onDay: ReturnType<typeof correctionDay> },
  ): Promise<RefundResponse> {
    const reversed = await updateRefund(db, refund.id, reversalColumns(permit.actor, at, reason))
    const description = postingText('refund_of_advance_reversed', {
      number: refund.reference ?? '',
      payment: credit.reference,
    })
    await followers.tell('refundReversed', db, refund, permit)
    await books.reverse(db, { type: 'refund', id: refund.id }, { at, ...onDay, description })
    const refunded_amount = decimalDifference(credit.refunded_amount, refund.amount)
    const details = { refund_id: refund.id, reason }
    const told = { action: 'credit.refund_reversed', details, permit, at } as const
    await writeRefunded(db, credit, refunded_amount, told)
    return toRefundResponse(reversed)
  }

  return {
    allocate(id: string, body: AllocateCreditBody, actor: Actor): Promise<CreditResponse> {
      return db.transaction().execute(async (db) => {
        await find(db, id)
        // The request first, as everywhere, so that nobody waits in a circle.
        const request = await lockNamed(db, body.request_id)
        const credit = await lock(db, id)
        demandFitting(credit, request)
        const amount = demandAmount(credit, body.amount)
        if (!takesMoneyNow(request)) throw statusNotAllowed(request, takesMoney)
        demandLeft(credit, amount)
        await demandNotAllocated(db, days, request, { ...credit, amount })
        const { reference } = credit
        await demandAccepted(db, authorization, request, { amount, reference }, { isAccepted: false, actor })
        const { currency } = credit
        const permit = await authorization.permit(db, actor, {
          act: 'credit.allocate',
          subject: { type: 'credit', id },
          organizationId: credit.organization_id,
          content: { number: request.number, amount, currency, reference, payer_inn: credit.payer_inn },
          amount: { currency, value: amount },
        })
        return allocate(db, permit, credit, request, amount)
      })
    },

    refund(id: string, body: RefundCreditBody, actor: Actor): Promise<CreditResponse> {
      return db.transaction().execute(async (db) => {
        const credit = await lock(db, id)
        const amount = demandAmount(credit, body.amount)
        const at = now()
        const { reference, account } = body
        const faults = [
          ...payeeFaults(account, credit.currency),
          ...(body.paid_at ? timeFaults(['body', 'paid_at'], body.paid_at, at) : []),
        ]
        if (faults.length > 0) throw new Invalid(faults)
        const same = await findSameRefund(db, { credit_id: id }, { reference, amount })
        if (same) throw duplicateRefund(same.id)
        demandLeft(credit, amount)
        const { currency, organization_id: organizationId } = credit
        const permit = await authorization.permit(db, actor, {
          act: 'request.refund',
          subject: { type: 'credit', id },
          organizationId,
          content: {
            amount,
            currency,
            reference,
            account,
            paid_at: body.paid_at ?? null,
            left: leftOf(credit),
          },
          amount: { currency, value: amount },
        })
        return pay(db, permit, credit, { ...body, amount }, at)
      })
    },

    async read(id: string): Promise<CreditResponse> {
      return toCreditResponse(await find(db, id))
    },

    async readRefund(id: string, refundId: string): Promise<RefundResponse> {
      const { id: credit_id } = await find(db, id)
      const refund = isId(refundId) ? await findRefund(db, { credit_id }, refundId) : undefined
      if (!refund) throw refundNotFound()
      return toRefundResponse(refund)
    },

    async refunds(
      id: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<RefundListResponse> {
      const { id: credit_id } = await find(db, id)
      return readItems(refundsOf(db, { credit_id }), bySeq, page, toRefundResponse)
    },

    reverseRefund(
      id: string,
      refundId: string,
      { reason, date }: ReverseRefundBody,
      actor: Actor,
    ): Promise<RefundResponse> {
      return db.transaction().execute(async (db) => {
        const credit = await lock(db, id)
        const refund = isId(refundId) ? await findRefund(db, { credit_id: id }, refundId) : undefined
        if (!refund) throw refundNotFound()
        if (refund.reversed_at) throw alreadyReversed('refund', refund.reversed_at)
        const { amount, currency, reference, account } = refund
        const at = now()
        const onDay = correctionDay(days, date, { since: refund.paid_at ?? refund.at, at })
        const permit = await authorization.permit(db, actor, {
          act: 'refund.reverse',
          subject: { type: 'refund', id: refund.id },
          organizationId: credit.organization_id,
          content: {
            amount,
            currency,
            reference,
            account,
            reason,
            ...(onDay.day && { date: onDay.day }),
          },
          amount: { currency, value: amount },
        })
        return takeBack(db, permit, credit, refund, { reason, at, onDay })
      })
    },
  }

  async function lockNamed(db: Db, requestId: string): Promise<PurchaseRequest> {
    try {
      return await lockRequest(db, requestId)
    } catch (error) {
      if (error instanceof Failure && error.code === 'purchase_request_not_found')
        throw new Invalid([fault(['body', 'request_id'], 'request_not_found')])
      throw error
    }
  }
}

/** Writes how much of a credit was paid back, and tells of it. */
async function writeRefunded(
  db: Db,
  credit: CreditRow,
  refunded_amount: string,
  told: {
    action: 'credit.refunded' | 'credit.refund_reversed'
    details: Record<string, unknown>
    permit: Permit<'request.refund' | 'refund.reverse'>
    at: Date
  },
): Promise<CreditRow> {
  const after = await store.updateCredit(db, credit.id, { refunded_amount })
  const details = {
    ...told.details,
    from: { left_amount: leftOf(credit) },
    to: { left_amount: leftOf(after) },
  }
  tellOfCredit(db, told.action, after, told.permit, details, told.at)
  return after
}

async function find(db: Db, id: string): Promise<CreditRow> {
  const credit = isId(id) ? await store.findCredit(db, id) : undefined
  if (!credit) throw creditNotFound()
  return credit
}

async function lock(db: Db, id: string): Promise<CreditRow> {
  const credit = isId(id) ? await store.lockCredit(db, id) : undefined
  if (!credit) throw creditNotFound()
  return credit
}

function demandFitting(credit: CreditRow, request: PurchaseRequest): void {
  const loc = ['body', 'request_id']
  if (request.organization_id !== credit.organization_id)
    throw new Invalid([fault(loc, 'other_organization')])
  if (request.fiat_currency !== credit.currency)
    throw new Invalid([fault(loc, 'other_currency', { currency: request.fiat_currency })])
}

/** The amount with the places of the currency. */
function demandAmount(credit: CreditRow, amount: string): string {
  const faults = moneyFaults(['body', 'amount'], amount, credit.currency)
  if (faults.length > 0) throw new Invalid(faults)
  return moneyText(amount, credit.currency)
}

function demandLeft(credit: CreditRow, amount: string): void {
  const left = leftOf(credit)
  if (toUnits(amount, credit.currency) > toUnits(left, credit.currency))
    throw creditExceeds(credit.currency, left)
}

/** An allocation that is sent twice is not done twice: it would be the same payment of the request. */
async function demandNotAllocated(
  db: Db,
  days: Days,
  request: PurchaseRequest,
  payment: CreditRow,
): Promise<void> {
  const same = (await listCountedPayments(db, request.id)).find((one) => isSamePayment(days, one, payment))
  if (same) throw duplicatePayment('payment', same.id)
}
