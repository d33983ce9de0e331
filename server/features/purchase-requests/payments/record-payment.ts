import { addDecimals } from '../../../../contract/money/decimal.ts'
import type { PurchaseRequestReason } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Books } from '../../books/books.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import { listCreditsOfRequest } from '../facts/credit-store.ts'
import { duplicatePayment, overpayment } from '../facts/deal-failures.ts'
import { isOverpaid, paymentColumns } from '../facts/deal-state.ts'
import type { PaymentRow } from '../facts/deal-tables.ts'
import { differentPayers, isForeignPayer, type Payer, payerColumns, payerOf } from '../facts/payer.ts'
import { insertPayment, listCountedPayments } from '../facts/payment-store.ts'
import { allocationPosting, paymentPosting } from '../facts/postings.ts'
import { moneyText, type Received } from '../facts/received.ts'
import { fitsPayment, isSamePayment, type PaymentIdentity } from '../facts/same-payment.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { recordFact } from '../request/record-fact.ts'
import { type DealScreening, savePayer } from '../request/screened-parties.ts'

const nobody: Payer = { payerInn: null, payerName: null, payerAccount: null }

/** Throws if the request has this payment already, or a credit that came for it and is the same. */
export async function demandNew(
  db: Db,
  days: Days,
  request: PurchaseRequest,
  payment: PaymentIdentity & Payer,
): Promise<void> {
  const counted = (await listCountedPayments(db, request.id)).find(
    (one) => isSamePayment(days, one, payment) && !differentPayers(payerOf(one), payment),
  )
  if (counted) throw duplicatePayment('payment', counted.id)
  await demandNotKept(db, days, request, { ...payment, day: days.dayOf(payment.received_at) }, payment)
}

/** Throws if this money came when the request took none: it is a credit, and would be counted twice. */
export async function demandNotKept(
  db: Db,
  days: Days,
  request: PurchaseRequest,
  named: Parameters<typeof fitsPayment>[2],
  payer: Payer = nobody,
): Promise<void> {
  const credit = (await listCreditsOfRequest(db, request.id)).find(
    (one) => fitsPayment(days, one, named) && !differentPayers(payerOf(one), payer),
  )
  if (credit) throw duplicatePayment('credit', credit.id)
}

/** Throws if far too much would have been received, unless somebody who may do so accepts it: then with the permit. */
export async function demandAccepted(
  db: Db,
  authorization: Authorization,
  request: PurchaseRequest,
  { amount, reference }: { amount: string; reference: string },
  { isAccepted, actor }: { isAccepted: boolean; actor: Actor },
): Promise<Permit<'request.accept_deviation'> | undefined> {
  const received = request.received_amount ?? '0'
  if (!isAccepted) {
    if (isOverpaid(request, addDecimals(received, amount))) throw overpayment(request, received, amount)
    return undefined
  }
  return authorization.permit(db, actor, {
    act: 'request.accept_deviation',
    subject: { type: 'purchase_request', id: request.id, version: request.version },
    organizationId: request.organization_id,
    content: {
      what: 'overpayment',
      number: request.number,
      amount,
      currency: request.fiat_currency,
      reference,
      received,
      total: request.total_amount,
    },
    amount: { currency: request.fiat_currency, value: amount },
  })
}

/**
 * Puts money that came for a request before the policy. People vote on the money itself: that the request changes
 * meanwhile does not make it another payment.
 */
export async function permitPayment(
  db: Db,
  authorization: Pick<Authorization, 'permit'>,
  request: PurchaseRequest,
  given: {
    amount: string
    reference: string
    /** As it was sent: null if nobody has said when. */
    receivedAt: Date | null
    bankAccount: string | null
  } & Payer,
  actor: Actor,
): Promise<Permit<'payment.record'>> {
  const currency = request.fiat_currency
  const amount = moneyText(given.amount, currency)
  return authorization.permit(db, actor, {
    act: 'payment.record',
    subject: { type: 'purchase_request', id: request.id },
    organizationId: request.organization_id,
    content: {
      number: request.number,
      amount,
      currency,
      reference: given.reference,
      received_at: given.receivedAt?.toISOString() ?? null,
      payer_inn: given.payerInn,
      payer_name: given.payerName,
      payer_account: given.payerAccount,
      account: given.bankAccount,
    },
    amount: { currency, value: amount },
  })
}

/** Adds a payment to a request that takes money. The first one makes it `paid`. The caller holds its row. */
export async function recordPayment(
  db: Db,
  {
    books,
    screening,
    organizations,
  }: {
    books: Books
    screening: Pick<DealScreening, 'save'>
    organizations: Pick<OrganizationRecords, 'require'>
  },
  request: PurchaseRequest,
  given: Received & { creditId?: string },
  {
    permit,
    at,
    comment = null,
    reason = null,
  }: {
    permit: Permit<'payment.record' | 'credit.allocate'>
    at: Date
    comment?: string | null
    reason?: PurchaseRequestReason | null
  },
): Promise<{ payment: PaymentRow; request: PurchaseRequest }> {
  const counted = await listCountedPayments(db, request.id)
  const organization = await organizations.require(db, request.organization_id)
  const payment = await insertPayment(db, {
    id: newId(),
    request_id: request.id,
    credit_id: given.creditId ?? null,
    amount: moneyText(given.amount, request.fiat_currency),
    currency: request.fiat_currency,
    received_at: given.receivedAt,
    reference: given.reference,
    payer_inn: given.payerInn,
    payer_name: given.payerName,
    payer_account: given.payerAccount,
    is_foreign_payer: isForeignPayer(given, organization),
    bank_account: given.bankAccount,
    statement_line_id: given.statementLineId,
    ...actorColumns(permit.actor),
    at,
  })
  // Money of a credit has the payer of the credit.
  if (!given.creditId)
    await savePayer(db, screening, {
      id: payment.id,
      organizationId: request.organization_id,
      organizationInn: request.inn,
      name: given.payerName,
      inn: given.payerInn,
    })
  const posting = given.creditId ? allocationPosting : paymentPosting
  const change = {
    ...paymentColumns(request, [...counted, payment]),
    ...payerColumns([...counted, payment]),
  }
  const isFirst = request.status === 'approved' || request.status === 'expired'
  const after = await recordFact(db, permit, books, request, {
    posting: posting(request, payment),
    change,
    move: isFirst ? { to: 'paid', by: permit, comment, reason } : undefined,
    told: {
      action: 'purchase_request.payment_recorded',
      data: { recorded_payment: shown(payment) },
      details: {
        payment_id: payment.id,
        amount: payment.amount,
        currency: payment.currency,
        reference: payment.reference,
        ...(payment.credit_id && { credit_id: payment.credit_id }),
        from: { received_amount: request.received_amount },
        to: { received_amount: change.received_amount },
        version: request.version + 1,
      },
    },
    at,
  })
  return { payment, request: after }
}

/** A payment in events: no personal data of the payer. */
export function shown(payment: PaymentRow) {
  return {
    id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    reference: payment.reference,
    received_at: payment.received_at.toISOString(),
    is_foreign_payer: payment.is_foreign_payer,
    statement_line_id: payment.statement_line_id,
  }
}
