import { addDecimals, compareDecimals } from '../../../../contract/money/decimal.ts'
import { takesDeliveries } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { type Actor, service } from '../../../platform/actor.ts'
import type { ActPart } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { mostWorth, sumsOf } from '../facts/deal-state.ts'
import { isSamePart, listOfTransaction, lockTransaction, updateDelivery } from '../facts/delivery-store.ts'
import { payerBlockers } from '../facts/payer.ts'
import { completionBlockers } from '../request/approval-gate.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { findRequest, lockRequest } from '../request/find-request.ts'
import { readGateFacts } from '../request/move-gate.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { catchUpRequest } from '../request/screened-parties.ts'
import { writeChange } from '../request/write-change.ts'
import { completionOf, demandDeliverable, recordDelivery } from './record-delivery.ts'

export type SentDeliveries = ReturnType<typeof createSentDeliveries>

/** A transfer that the network has carried out. */
interface Sent {
  requestId: string
  transferId: string
  walletId: string
  txHash: string
  /** Which output of the transaction it is, if that makes several transfers. */
  output: number | null
  amount: string
  at: Date
}

/** Deliveries that transfers make: judged before they are signed, and recorded when the network has carried them out. */
export function createSentDeliveries({
  books,
  gate,
  authorization,
  decisions,
}: Pick<DealParts, 'books' | 'gate' | 'authorization' | 'decisions'>) {
  /** What a delivery is to the policy: whose it is, and what it is worth at most. */
  const judged = (request: PurchaseRequest, amount: string): ActPart => ({
    organizationId: request.organization_id,
    amount: { currency: request.fiat_currency, value: mostWorth(request, amount) },
  })

  return {
    /** The network has taken back what it had carried out. Nothing is reversed: people look at it. */
    async doubt(
      db: Db,
      { requestId, transferId, txHash, at }: Pick<Sent, 'requestId' | 'transferId' | 'txHash' | 'at'>,
    ): Promise<void> {
      const request = await lockRequest(db, requestId)
      await writeChange(db, request, {
        change: { exception_since: request.exception_since ?? at },
        told: {
          action: 'purchase_request.delivery_doubted',
          data: { transfer_id: transferId, tx_hash: txHash },
          details: { transfer_id: transferId, tx_hash: txHash, version: request.version + 1 },
        },
        by: service,
        at,
      })
    },

    /** Compares who is concerned with today's lists. Called outside of a transaction, before `permit`. */
    async catchUp(db: Db, requestId: string): Promise<void> {
      await catchUpRequest(db, gate.screening, await findRequest(db, requestId))
    },

    /** What the policy judges with the signature of a transfer. Amounts are decimal numbers. */
    judged,

    /**
     * The same of a locked request with the terms that were approved. Throws unless so much more may be delivered now, with
     * what other transfers may still deliver.
     */
    async demandJudged(
      db: Db,
      request: PurchaseRequest,
      sending: { amount: string; onTheWay: string },
    ): Promise<ActPart> {
      await demandDeliverable(db, { gate, authorization }, request, sending)
      return judged(request, sending.amount)
    },

    /**
     * The permit for a delivery that no other decision carries. Whoever may sign the transfer need not be allowed to record
     * deliveries: the service does that.
     */
    permit(
      db: Db,
      request: PurchaseRequest,
      { transferId, amount }: { transferId: string; amount: string },
      actor: Actor,
    ): Promise<Permit<'request.complete'>> {
      const deliverer = {
        ...actor,
        permissions: new Set([...actor.permissions, 'requests:process' as const]),
      }
      return authorization.permit(db, deliverer, {
        act: 'request.complete',
        ...judged(request, amount),
        subject: { type: 'purchase_request', id: request.id },
        content: {
          number: request.number,
          asset: request.asset,
          delivery: amount,
          destination: request.destination_address,
          transfer_id: transferId,
        },
      })
    },

    /**
     * Records what the network did, once. It cannot be refused: what would have kept the transfer from being signed now is
     * told to people as an exception. Returns whether it was posted: not if somebody has typed the transaction before.
     */
    async record(
      db: Db,
      { requestId, transferId, walletId, txHash, output, amount, at }: Sent,
    ): Promise<boolean> {
      const request = await lockRequest(db, requestId)
      await lockTransaction(db, request.network, txHash)
      const known = (await listOfTransaction(db, request.network, txHash)).find(
        (one) => one.request_id === requestId && isSamePart(one, output),
      )
      if (known) {
        // Somebody has typed the transaction meanwhile.
        await updateDelivery(db, known.id, { transfer_id: transferId })
        return false
      }
      const isClosed = await books.isClosed(db, at)
      const doubts = [...(isClosed ? ['period_closed'] : []), ...(await doubtsOf(db, request, amount))]
      const permit = await authorization.permit(db, service, {
        act: 'request.complete',
        subject: { type: 'purchase_request', id: request.id },
        organizationId: request.organization_id,
        content: {},
      })
      const sent = { txHash, output, amount, deliveredAt: undefined, from: { transferId, walletId } }
      await recordDelivery(db, books, request, sent, { permit, at, doubts })
      return true
    },
  }

  /** The codes of everything that would have kept the delivery from being made. */
  async function doubtsOf(db: Db, request: PurchaseRequest, amount: string): Promise<string[]> {
    const delivered = addDecimals(sumsOf(request).delivered, amount)
    const tooMuch = compareDecimals(delivered, request.crypto_amount) > 0 ? ['delivered_too_much'] : []
    if (!takesDeliveries.includes(request.status)) return [`request_${request.status}`, ...tooMuch]
    const isApproved = (await decisions.check(db, request)) !== 'unproven'
    const { organization, payments, screening, destination } = await readGateFacts(db, gate, request)
    const rules = await authorization.paymentRules(db, completionOf(request, amount))
    const money = { delivered, payers: payerBlockers(payments, rules) }
    const blockers = completionBlockers(organization, request, money, [...screening, ...destination])
    return [
      ...(isApproved ? [] : ['approval_unproven']),
      ...new Set(blockers.map(({ code }) => code)),
      ...tooMuch,
    ]
  }
}
