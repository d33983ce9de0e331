import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals, canonicalDecimal } from '../../../../contract/money/decimal.ts'
import {
  type PurchaseRequestReason,
  takesDeliveries,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { accounts } from '../../books/accounts.ts'
import type { Books } from '../../books/books.ts'
import { approvalBlocked } from '../../organizations/approval-blocked.ts'
import {
  deliveryExceeds,
  duplicateDelivery,
  transactionAlreadyDelivers,
  transactionOfTransfer,
} from '../facts/deal-failures.ts'
import { deliveredValue, missingUnits, sumsOf } from '../facts/deal-state.ts'
import type { DeliveryRow } from '../facts/deal-tables.ts'
import {
  findReversedDelivery,
  insertDelivery,
  isSamePart,
  listOfTransaction,
  lockTransaction,
  nextShare,
} from '../facts/delivery-store.ts'
import { payerBlockers } from '../facts/payer.ts'
import { deliveryPosting } from '../facts/postings.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import { completionBlockers } from '../request/approval-gate.ts'
import type { OutgoingDeliveries } from '../request/deal-parts.ts'
import type { Shared } from '../request/delivered-effects.ts'
import { type GateSources, holdGateFacts } from '../request/move-gate.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { recordFact } from '../request/record-fact.ts'

export interface Delivering {
  txHash: string
  output: number | null
  amount: string
  /** Undefined: now. */
  deliveredAt: Date | undefined
  acceptUnderpayment: boolean
  /** What a node has confirmed to be paid by the same transaction. */
  shared: Shared
}

/** The permit to deliver so much more now. Locks the organization, so that it does not change before commit. */
export async function passDeliveryGate(
  db: Db,
  {
    gate,
    authorization,
    outgoing,
  }: { gate: GateSources; authorization: Authorization; outgoing: Pick<OutgoingDeliveries, 'transferOf'> },
  request: PurchaseRequest,
  { txHash, amount, acceptUnderpayment, ...given }: Delivering,
  actor: Actor,
): Promise<Permit<'request.complete'>> {
  await demandNotDelivered(db, request, { txHash, ...given }, actor)
  const transferId = await outgoing.transferOf(db, { network: request.network, txHash })
  if (transferId !== undefined) throw transactionOfTransfer(transferId)
  const sums = sumsOf(request)
  const delivered = addDecimals(sums.delivered, amount)
  const completion = await demandDeliverable(
    db,
    { gate, authorization },
    request,
    { amount },
    acceptUnderpayment,
  )
  const permit = await authorization.permit(db, actor, {
    ...completion,
    subject: { type: 'purchase_request', id: request.id },
    organizationId: request.organization_id,
    content: {
      number: request.number,
      asset: request.asset,
      delivery: canonicalDecimal(amount),
      destination: request.destination_address,
      tx_hash: txHash,
      output: given.output,
      delivered_at: given.deliveredAt?.toISOString() ?? null,
    },
  })
  if (!acceptUnderpayment) return permit
  const missing = fromUnits(missingUnits(request, sums, delivered), request.fiat_currency)
  const accepted = await authorization.permit(db, actor, {
    act: 'request.accept_deviation',
    subject: { type: 'purchase_request', id: request.id, version: request.version },
    organizationId: request.organization_id,
    content: {
      what: 'underpayment',
      number: request.number,
      missing,
      currency: request.fiat_currency,
      total: request.total_amount,
      asset: request.asset,
      delivery: canonicalDecimal(amount),
      tx_hash: txHash,
    },
    amount: { currency: request.fiat_currency, value: missing },
  })
  return permit.and(accepted)
}

/**
 * Throws unless so much more may be delivered now, and returns the act that it would be. Locks the organization, so that it
 * does not change before the commit.
 */
export async function demandDeliverable(
  db: Db,
  { gate, authorization }: { gate: GateSources; authorization: Pick<Authorization, 'paymentRules'> },
  request: PurchaseRequest,
  { amount, onTheWay = '0' }: { amount: string; onTheWay?: string },
  acceptUnderpayment = false,
) {
  const sums = sumsOf(request)
  const delivered = addDecimals(addDecimals(sums.delivered, onTheWay), amount)
  if (toUnits(delivered, request.asset) > toUnits(request.crypto_amount, request.asset))
    throw deliveryExceeds(request, sums)
  const { organization, payments, screening, destination } = await holdGateFacts(db, gate, request)
  const completion = completionOf(request, amount, onTheWay)
  const rules = await authorization.paymentRules(db, completion)
  const money = { delivered, payers: payerBlockers(payments, rules) }
  const blockers = completionBlockers(organization, request, money, [...screening, ...destination]).filter(
    ({ code }) => !acceptUnderpayment || code !== 'underpaid',
  )
  if (blockers.length > 0) throw approvalBlocked(blockers, { request_id: request.id })
  return completion
}

/** The act of delivering so much more, with what it is worth. */
export function completionOf(request: PurchaseRequest, amount: string, onTheWay = '0') {
  const before = addDecimals(sumsOf(request).delivered, onTheWay)
  const worth = (of: string) => {
    const { fiat, fee } = deliveredValue(request, of)
    return fiat + fee
  }
  const value = fromUnits(worth(addDecimals(before, amount)) - worth(before), request.fiat_currency)
  return { act: 'request.complete', amount: { currency: request.fiat_currency, value } } as const
}

/** Throws if another delivery names the same coins. From here on nobody else records one with this transaction. */
async function demandNotDelivered(
  db: Db,
  { id, network }: PurchaseRequest,
  { txHash, output, shared }: Pick<Delivering, 'txHash' | 'output' | 'shared'>,
  actor: Actor,
): Promise<void> {
  await lockTransaction(db, network, txHash)
  const same = (await listOfTransaction(db, network, txHash)).filter((one) => isSamePart(one, output))
  const own = same.find(({ request_id }) => request_id === id)
  if (own) throw duplicateDelivery(own.id)
  const other = same.find((one) => !shared.has(one.id))
  if (other) throw transactionAlreadyDelivers(other, actor.permissions.has('requests:read'))
}

/** Adds a delivery. The one that completes the amount completes the request. The caller holds its row. */
export async function recordDelivery(
  db: Db,
  books: Books,
  request: PurchaseRequest,
  {
    txHash,
    output,
    amount,
    deliveredAt,
    from = null,
  }: Pick<Delivering, 'txHash' | 'output' | 'amount' | 'deliveredAt'> & {
    /** The transfer from a wallet of the desk that has delivered it. */
    from?: { transferId: string; walletId: string } | null
  },
  {
    permit,
    at,
    comment = null,
    reason = null,
    doubts = [],
  }: {
    permit: Permit<'request.complete'>
    at: Date
    comment?: string | null
    reason?: PurchaseRequestReason | null
    /** Why somebody has to look at it: codes. */
    doubts?: readonly string[]
  },
): Promise<{ delivery: DeliveryRow; request: PurchaseRequest }> {
  const before = request.delivered_amount
  const after = canonicalDecimal(addDecimals(before, amount))
  const others = await listOfTransaction(db, request.network, txHash)
  const delivery = await insertDelivery(db, {
    id: newId(),
    request_id: request.id,
    tx_hash: txHash,
    output,
    share: nextShare(others.filter((one) => one.output === output)),
    amount: canonicalDecimal(amount),
    asset: request.asset,
    network: request.network,
    destination_address: request.destination_address,
    delivered_at: deliveredAt ?? null,
    transfer_id: from?.transferId ?? null,
    ...actorColumns(permit.actor),
    at,
  })
  const vat = await books.vatOf(db, request.id)
  // What a wallet of the desk has sent comes from there, also if its delivery was reversed by mistake and is typed again.
  const sentBefore = from ? undefined : await findReversedDelivery(db, request, { txHash, output })
  const coinsAccount = sentBefore
    ? await books.coinsAccountOf(db, { type: 'delivery', id: sentBefore.id })
    : accounts.coins(delivery.network, delivery.asset, from?.walletId ?? null)
  const isComplete =
    takesDeliveries.includes(request.status) &&
    toUnits(after, request.asset) >= toUnits(request.crypto_amount, request.asset)
  const delivered = await recordFact(db, permit, books, request, {
    posting: deliveryPosting(request, delivery, { before, after }, coinsAccount, vat),
    change: {
      delivered_amount: after,
      tx_hash: txHash,
      ...(doubts.length > 0 && { exception_since: request.exception_since ?? at }),
    },
    move: isComplete ? { to: 'completed', by: permit, comment, reason } : undefined,
    told: {
      action: 'purchase_request.delivery_recorded',
      data: {
        delivery: { id: delivery.id, tx_hash: txHash, amount: delivery.amount, asset: delivery.asset },
      },
      details: {
        delivery_id: delivery.id,
        tx_hash: txHash,
        amount: delivery.amount,
        asset: delivery.asset,
        ...(from && { transfer_id: from.transferId }),
        ...(doubts.length > 0 && { doubts }),
        from: { delivered_amount: canonicalDecimal(before) },
        to: { delivered_amount: after },
        version: request.version + 1,
      },
    },
    at,
  })
  return { delivery, request: delivered }
}
