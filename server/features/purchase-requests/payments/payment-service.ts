import { isId } from '../../../../contract/api/common.ts'
import { type Fault, fault } from '../../../../contract/api/faults.ts'
import type {
  AcceptPayerBody,
  CreatePaymentBody,
  PaymentListResponse,
  PaymentResponse,
} from '../../../../contract/purchase-requests/deals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { bySeq, readItems } from '../../../platform/lists/page.ts'
import { actorText } from '../../../platform/stored-actor.ts'
import { recordCredit } from '../credits/record-credit.ts'
import { paymentNotFound } from '../facts/deal-failures.ts'
import { takesMoneyNow } from '../facts/deal-state.ts'
import type { PaymentRow } from '../facts/deal-tables.ts'
import { isForeignPayer, isPayerUnknown, payerColumns, usualSpelling } from '../facts/payer.ts'
import { moneyFaults, timeFaults } from '../facts/payment-faults.ts'
import * as store from '../facts/payment-store.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { demandPermission } from '../request/demand-permission.ts'
import { findRequest, lockRequest } from '../request/find-request.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { writeChange } from '../request/write-change.ts'
import { toKeptResponse, toPaymentResponse } from './payment-response.ts'
import { demandAccepted, demandNew, permitPayment, recordPayment, shown } from './record-payment.ts'

export type PaymentService = ReturnType<typeof createPaymentService>

export function createPaymentService({
  db,
  now,
  days,
  books,
  gate,
  authorization,
  ownAccounts,
}: Pick<DealParts, 'db' | 'now' | 'days' | 'books' | 'gate' | 'authorization' | 'ownAccounts'>) {
  const money = { books, ...gate }

  /** The fault of an own account that no company of the desk has. */
  async function demandedAccount(db: Db, account: string | null | undefined): Promise<Fault[]> {
    if (!account) return []
    const strangers = await ownAccounts.strangersOf(db, [account])
    return strangers.length === 0
      ? []
      : [fault(['body', 'own_account'], 'account_not_ours', { accounts: strangers.join(', ') })]
  }

  async function accept(
    db: Db,
    permit: Permit<'request.accept_deviation'>,
    request: PurchaseRequest,
    payment: PaymentRow,
    reason: string,
  ): Promise<PaymentResponse> {
    const at = now()
    const accepted = await store.updatePayment(db, payment.id, {
      payer_accepted_at: at,
      payer_accepted_by: actorText(permit.actor),
      payer_accepted_reason: reason,
    })
    await writeChange(db, request, {
      change: payerColumns(await store.listCountedPayments(db, request.id)),
      told: {
        action: 'purchase_request.payer_accepted',
        data: { accepted_payment: shown(accepted) },
        details: {
          payment_id: payment.id,
          reason,
          from: null,
          to: 'accepted',
          version: request.version + 1,
        },
      },
      by: permit,
      at,
    })
    return toPaymentResponse(accepted)
  }

  return {
    async list(
      id: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<PaymentListResponse> {
      await findRequest(db, id)
      return readItems(store.paymentsOf(db, id), bySeq, page, toPaymentResponse)
    },

    async read(id: string, paymentId: string): Promise<PaymentResponse> {
      await findRequest(db, id)
      const payment = isId(paymentId) ? await store.findPayment(db, id, paymentId) : undefined
      if (!payment) throw paymentNotFound()
      return toPaymentResponse(payment)
    },

    create(
      id: string,
      body: CreatePaymentBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PaymentResponse> {
      const isAccepted = body.accept_overpayment === true
      if (isAccepted) demandPermission(actor, 'requests:approve')
      return withIdempotency(db, key, async (db) => {
        const request = await lockRequest(db, id)
        const at = now()
        demandValid(request, body, at, await demandedAccount(db, body.own_account))
        const given = {
          amount: body.amount,
          receivedAt: new Date(body.received_at),
          reference: body.reference,
          payerInn: body.payer_inn ?? null,
          payerName: body.payer_name ?? null,
          payerAccount: body.payer_account ?? null,
          // As in the statements, so that the books have one name for it.
          bankAccount: body.own_account ? usualSpelling(body.own_account) : null,
          statementLineId: null,
        }
        await demandNew(db, days, request, { ...given, received_at: given.receivedAt })
        const isTaken = takesMoneyNow(request)
        const accepted =
          isTaken || isAccepted
            ? await demandAccepted(db, authorization, request, given, { isAccepted, actor })
            : undefined
        const permit = (await permitPayment(db, authorization, request, given, actor)).and(accepted)
        if (isTaken)
          return toPaymentResponse((await recordPayment(db, money, request, given, { permit, at })).payment)
        const credit = await recordCredit(db, money, keptFor(request, given), { permit, at })
        const organization = await gate.organizations.require(db, request.organization_id)
        return toKeptResponse(credit, request.id, isForeignPayer(given, organization))
      })
    },

    acceptPayer(
      id: string,
      paymentId: string,
      { reason }: AcceptPayerBody,
      actor: Actor,
    ): Promise<PaymentResponse> {
      return db.transaction().execute(async (db) => {
        const request = await lockRequest(db, id)
        const payment = await find(db, request, paymentId)
        const isUnknown = isPayerUnknown(payment)
        if (!(payment.is_foreign_payer || isUnknown) || payment.payer_accepted_at)
          return toPaymentResponse(payment)
        const permit = await authorization.permit(db, actor, {
          act: 'request.accept_deviation',
          subject: { type: 'payment', id: payment.id },
          organizationId: request.organization_id,
          content: {
            what: isUnknown ? 'unknown_payer' : 'payer',
            number: request.number,
            amount: payment.amount,
            currency: payment.currency,
            reference: payment.reference,
            payer_inn: payment.payer_inn,
            payer_name: payment.payer_name,
            payer_account: payment.payer_account,
            reason,
          },
          amount: { currency: payment.currency, value: payment.amount },
        })
        return accept(db, permit, request, payment, reason)
      })
    },
  }
}

/** Of a request whose row the caller holds. */
export async function find(db: Db, request: PurchaseRequest, paymentId: string): Promise<PaymentRow> {
  const payment = isId(paymentId) ? await store.findPayment(db, request.id, paymentId) : undefined
  if (!payment) throw paymentNotFound()
  return payment
}

/** Money for a request that takes none is a credit of its organization. */
export function keptFor<T>(request: PurchaseRequest, given: T) {
  return {
    ...given,
    organizationId: request.organization_id,
    requestId: request.id,
    currency: request.fiat_currency,
  }
}

function demandValid(
  request: PurchaseRequest,
  body: CreatePaymentBody,
  at: Date,
  ofAccount: readonly Fault[],
): void {
  const faults = [
    ...ofAccount,
    ...moneyFaults(['body', 'amount'], body.amount, request.fiat_currency),
    ...timeFaults(['body', 'received_at'], body.received_at, at),
    ...(body.currency === request.fiat_currency
      ? []
      : [fault(['body', 'currency'], 'other_currency', { currency: request.fiat_currency })]),
  ]
  if (faults.length > 0) throw new Invalid(faults)
}
