import { isZero } from '../../../contract/money/decimal.ts'
import {
  isTxHash,
  movePermission,
  moveRule,
  purchaseRequestMoves,
  takesDeliveries,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../../../contract/purchase-requests/purchase-requests.ts'
import type { ResembledAddress } from '../../../contract/wallets/address-book.ts'
import type { Actor } from '../../platform/actor.ts'
import { actorOf, type By } from '../../platform/audit/change.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ExpectedVersions } from '../../platform/versions.ts'
import { addressLooksAlike } from '../address-book/book-failures.ts'
import { approvalBlocked } from '../organizations/approval-blocked.ts'
import { passDeliveryGate, recordDelivery } from './deliveries/record-delivery.ts'
import { alreadyDelivered, paymentDiffers } from './facts/deal-failures.ts'
import { sumsOf, undeliveredAmount } from './facts/deal-state.ts'
import { findDelivery } from './facts/delivery-store.ts'
import { listCountedPayments } from './facts/payment-store.ts'
import { quoteOf } from './facts/quote-of.ts'
import { insertQuote } from './facts/quote-store.ts'
import { fitsPayment, isSameReference } from './facts/same-payment.ts'
import { demandAccepted, demandNotKept, permitPayment, recordPayment } from './payments/record-payment.ts'
import { demandNotOnTheWay, permitRefund, recordRefund, refundableOf } from './refunds/record-refund.ts'
import type { DealParts } from './request/deal-parts.ts'
import { demandDelivered, type Shared } from './request/delivered-effects.ts'
import { demandPermission } from './request/demand-permission.ts'
import { findRequest, lockRequest } from './request/find-request.ts'
import { intendedApproval } from './request/intended-approval.ts'
import {
  asReviewed,
  type GateFacts,
  holdGateFacts,
  isGated,
  moveBlockers,
  noPaymentRules,
  withWallet,
} from './request/move-gate.ts'
import { transitionNotAllowed } from './request/purchase-request-failures.ts'
import { toResponse } from './request/purchase-request-response.ts'
import * as store from './request/purchase-request-store.ts'
import { tellOfMove } from './request/purchase-request-traces.ts'
import { isDoubted } from './request/request-decisions.ts'
import { catchUpRequest, saveDestination } from './request/screened-parties.ts'
import { moveChange, moveFaults } from './status-move.ts'

type Body = UpdatePurchaseRequestStatusBody

export type StatusChange = ReturnType<typeof createStatusChange>

/**
 * The change of status of the interface. `paid`, `completed` and `refunded` are facts: a payment, a delivery of all that
 * is left, a refund of all that is left.
 */
export function createStatusChange({
  db,
  now,
  days,
  books,
  gate,
  authorization,
  decisions,
  effects,
  outgoing,
}: DealParts) {
  /** Order of checks: permission, existence, version, transition, fields, blockers. */
  async function changeStatus(
    id: string,
    body: Body,
    actor: Actor,
    expected: ExpectedVersions,
    key: IdempotencyKey | null = null,
  ): Promise<PurchaseRequestResponse> {
    // A status that no role may set is a transition that is not allowed; the permission to process is enough to try.
    demandPermission(actor, movePermission(body.status) ?? 'requests:process')
    if (body.accept_underpayment) demandPermission(actor, 'requests:approve')
    let shared: Shared = new Set()
    if (isGated(body.status)) {
      const found = await findRequest(db, id)
      await catchUpRequest(db, gate.screening, found)
      if (body.status === 'completed' && body.tx_hash) {
        const amount = undeliveredAmount(found, sumsOf(found))
        const decided = takesDeliveries.includes(found.status) ? await decisions.demand(db, found) : found
        shared = await demandDelivered(db, effects, decided, { txHash: body.tx_hash, amount })
      }
    }
    return withIdempotency(db, key, async (db) => {
      const request = await lockRequest(db, id, expected)
      const at = now()
      const after =
        request.status === body.status
          ? await repeat(db, request, body, actor, at)
          : await move(db, request, { ...body, shared }, actor, at)
      return toResponse(after, actor)
    })
  }

  async function move(
    db: Db,
    request: store.PurchaseRequest,
    { shared, ...body }: Body & { shared: Shared },
    actor: Actor,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    if (body.status === 'approved' && (await isDoubted(db, decisions, request)))
      return approveAgain(db, request, body, actor, at)
    demandFields(request, body, actor, at)
    const { comment = null, reason_code: reason = null } = body
    switch (body.status) {
      case 'paid':
        return pay(db, request, body, actor, at)
      case 'completed': {
        const decided = await decisions.demand(db, request)
        const given = {
          txHash: body.tx_hash as string,
          output: null,
          shared,
          amount: undeliveredAmount(decided, sumsOf(decided)),
          deliveredAt: body.delivered_at ? new Date(body.delivered_at) : undefined,
          acceptUnderpayment: body.accept_underpayment === true,
        }
        const permit = await passDeliveryGate(db, { gate, authorization, outgoing }, decided, given, actor)
        return (await recordDelivery(db, books, decided, given, { permit, at, comment, reason })).request
      }
      case 'refunded': {
        const amount = refundableOf(request)
        await demandNotOnTheWay(db, outgoing, request, amount)
        const paidAt = body.paid_at ? new Date(body.paid_at) : null
        const given = { amount, reference: null, account: null, reasonCode: reason, paidAt }
        const permit = await permitRefund(db, authorization, request, given, actor)
        if (isZero(amount)) return writeMove(db, request, body, {}, permit, at)
        return (await recordRefund(db, books, request, given, { permit, at, comment })).request
      }
      case 'approved':
        return approve(db, request, body, actor, at)
      case 'in_review':
        return writeMove(db, request, body, { reviewer_kind: actor.kind, reviewer_id: actor.id }, actor, at)
      default:
        return writeMove(db, request, body, {}, actor, at)
    }
  }

  /** The current status again. Nothing that is sent with it is dropped. */
  async function repeat(
    db: Db,
    request: store.PurchaseRequest,
    body: Body,
    actor: Actor,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    if (body.status === 'paid') return repeatPaid(db, request, body, actor, at)
    if (body.status !== 'completed' || !body.tx_hash) return request
    const isHash = isTxHash(request.network, body.tx_hash)
    const isSame = isHash && (await findDelivery(db, request, { txHash: body.tx_hash }))
    if (!isSame) throw alreadyDelivered(request.tx_hash)
    return request
  }

  /** The same payment again adds nothing. What differs is no other payment by accident: that has its own reference. */
  async function repeatPaid(
    db: Db,
    request: store.PurchaseRequest,
    body: Body,
    actor: Actor,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    const payments = await listCountedPayments(db, request.id)
    if (payments.some((payment) => fitsPayment(days, payment, namedBy(days, body)))) return request
    const other = payments.find(({ reference }) => isSameReference(reference, body.payment_reference ?? ''))
    if (other) throw paymentDiffers(other)
    const faults = moveFaults(request, purchaseRequestMoves.paid, body, at)
    if (faults.length > 0) throw new Invalid(faults)
    const more = { amount: body.received_amount as string, reference: body.payment_reference as string }
    await demandAccepted(db, authorization, request, more, { isAccepted: false, actor })
    return pay(db, request, body, actor, at)
  }

  async function pay(
    db: Db,
    request: store.PurchaseRequest,
    body: Body,
    actor: Actor,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    const given = {
      amount: body.received_amount as string,
      receivedAt: body.received_at ? new Date(body.received_at) : at,
      reference: body.payment_reference as string,
      payerInn: null,
      payerName: null,
      payerAccount: null,
      bankAccount: null,
      statementLineId: null,
    }
    await demandNotKept(db, days, request, namedBy(days, body))
    const receivedAt = body.received_at ? given.receivedAt : null
    const permit = await permitPayment(db, authorization, request, { ...given, receivedAt }, actor)
    const options = { permit, at, comment: body.comment ?? null, reason: body.reason_code ?? null }
    return (await recordPayment(db, { books, ...gate }, request, given, options)).request
  }

  async function approve(
    db: Db,
    request: store.PurchaseRequest,
    body: Body,
    actor: Actor,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    const facts = await holdGateFacts(db, gate, request)
    const quoted = body.quote_expires_at
      ? { ...request, quote_expires_at: new Date(body.quote_expires_at) }
      : request
    const approval = await intendedApproval(db, quoted, facts)
    const separated = await authorization.findSeparation(db, actor, approval)
    const blockers = moveBlockers(quoted, 'approved', facts, { separated, rules: noPaymentRules, at })
    if (blockers.length > 0) throw approvalBlocked(blockers, { request_id: request.id })
    const compared_with = demandCompared(request, facts.alike, body)
    const permit = await authorization.permit(db, actor, approval)
    if (body.quote_expires_at) await insertQuote(db, quoteOf(quoted, { id: newId(), actor, at })).execute()
    return approveRequest(db, permit, request, body, { wallet: facts.wallet, compared_with }, at)
  }

  async function approveRequest(
    db: Db,
    permit: Permit<'request.approve'>,
    request: store.PurchaseRequest,
    body: Body,
    { wallet, compared_with }: Pick<GateFacts, 'wallet'> & Pick<store.PurchaseRequest, 'compared_with'>,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    const aimed = withWallet(request, wallet)
    await saveDestination(db, gate.screening, aimed)
    await decisions.write(db, permit, aimed, at)
    const { wallet_id, destination_address } = aimed
    return writeMove(db, request, body, { wallet_id, destination_address, compared_with }, permit, at)
  }

  /**
   * A paid request whose decision is not that of the service: people approve what it says now, and it stays where it is. The
   * quote does not matter any more.
   */
  async function approveAgain(
    db: Db,
    request: store.PurchaseRequest,
    body: Body,
    actor: Actor,
    at: Date,
  ): Promise<store.PurchaseRequest> {
    const faults = moveFaults(request, { ...purchaseRequestMoves.approved, takes: [] }, body, at)
    if (faults.length > 0) throw new Invalid(faults)
    const reviewed = asReviewed(request)
    const facts = await holdGateFacts(db, gate, reviewed)
    const approval = await intendedApproval(db, request, facts)
    const separated = await authorization.findSeparation(db, actor, approval)
    const blockers = moveBlockers(reviewed, 'approved', facts, { separated, rules: noPaymentRules, at })
    if (blockers.length > 0) throw approvalBlocked(blockers, { request_id: request.id })
    const compared_with = demandCompared(request, facts.alike, body)
    const permit = await authorization.permit(db, actor, approval)
    await decisions.write(db, permit, request, at)
    const change = { compared_with, version: request.version + 1, updated_at: at }
    const approved = { ...request, ...change }
    await store.changeRequest(db, request, change, [])
    tellOfMove(db, request, approved, permit, body.comment ?? null)
    return approved
  }

  return changeStatus
}

/**
 * Coins go where the approval says: a destination that looks like trusted addresses is compared with them in full by who
 * approves it, unless that was done when it was entered. Returns with what it was compared by now.
 */
function demandCompared(
  { network, destination_address: address, compared_with }: store.PurchaseRequest,
  alike: readonly ResembledAddress[],
  { compared_in_full }: Body,
): string[] | null {
  const open = alike.filter((one) => !compared_with?.includes(one.address))
  if (address === null || open.length === 0) return compared_with
  if (compared_in_full !== true) throw addressLooksAlike({ network, address }, open)
  return [...(compared_with ?? []), ...open.map((one) => one.address)]
}

/** The payment that a body is about. The day counts only if it is sent. */
function namedBy(days: Days, { payment_reference, received_amount, received_at }: Body) {
  return {
    reference: payment_reference ?? undefined,
    amount: received_amount ?? undefined,
    day: received_at ? days.dayOf(new Date(received_at)) : undefined,
  }
}

function demandFields(request: store.PurchaseRequest, body: Body, actor: Actor, at: Date): void {
  const rule = moveRule(request.status, body.status)
  if (!rule?.permission) throw transitionNotAllowed(request.status, body.status, actor)
  const faults = moveFaults(request, rule, body, at)
  if (faults.length > 0) throw new Invalid(faults)
}

/** Writes a change of status that is no fact of its own. */
async function writeMove(
  db: Db,
  request: store.PurchaseRequest,
  body: Body,
  beside: store.RequestChange,
  by: By,
  at: Date,
): Promise<store.PurchaseRequest> {
  const change = { ...moveChange(request, body, at), ...beside }
  const comment = body.comment ?? null
  const moved = { ...request, ...change }
  await store.moveRequest(db, request, change, { actor: actorOf(by), comment })
  tellOfMove(db, request, moved, by, comment)
  return moved
}
