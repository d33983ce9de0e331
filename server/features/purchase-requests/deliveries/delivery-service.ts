import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import { assetDecimals } from '../../../../contract/money/assets.ts'
import { decimalPlaces } from '../../../../contract/money/decimal.ts'
import type {
  CreateDeliveryBody,
  DeliveryListResponse,
  DeliveryResponse,
} from '../../../../contract/purchase-requests/deals.ts'
import {
  isTxHash,
  takesDeliveries,
  txHashForms,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { bySeq, readItems } from '../../../platform/lists/page.ts'
import { deliveryNotFound, duplicateDelivery } from '../facts/deal-failures.ts'
import { deliveriesOf, findDelivery, findDeliveryById } from '../facts/delivery-store.ts'
import { factTimeFaults } from '../facts/payment-faults.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { demandDelivered } from '../request/delivered-effects.ts'
import { demandPermission } from '../request/demand-permission.ts'
import { findRequest, lockRequest } from '../request/find-request.ts'
import { statusNotAllowed } from '../request/purchase-request-failures.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { catchUpRequest } from '../request/screened-parties.ts'
import { toDeliveryResponse } from './delivery-response.ts'
import { passDeliveryGate, recordDelivery } from './record-delivery.ts'

export type DeliveryService = ReturnType<typeof createDeliveryService>

export function createDeliveryService({
  db,
  now,
  books,
  gate,
  authorization,
  decisions,
  effects,
  outgoing,
}: DealParts) {
  return {
    async list(
      id: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<DeliveryListResponse> {
      await findRequest(db, id)
      return readItems(deliveriesOf(db, id), bySeq, page, toDeliveryResponse)
    },

    async read(id: string, deliveryId: string): Promise<DeliveryResponse> {
      await findRequest(db, id)
      const delivery = isId(deliveryId) ? await findDeliveryById(db, id, deliveryId) : undefined
      if (!delivery) throw deliveryNotFound()
      return toDeliveryResponse(delivery)
    },

    async create(
      id: string,
      body: CreateDeliveryBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<DeliveryResponse> {
      const acceptUnderpayment = body.accept_underpayment === true
      if (acceptUnderpayment) demandPermission(actor, 'requests:approve')
      const found = await findRequest(db, id)
      await catchUpRequest(db, gate.screening, found)
      const coins = { txHash: body.tx_hash, amount: body.amount, output: body.output ?? null }
      const decided = takesDeliveries.includes(found.status) ? await decisions.demand(db, found) : found
      const shared = await demandDelivered(db, effects, decided, coins)
      return withIdempotency(db, key, async (db) => {
        const locked = await lockRequest(db, id)
        if (!takesDeliveries.includes(locked.status)) {
          // The one that completed the request, sent once more.
          const same = isTxHash(locked.network, body.tx_hash) && (await findDelivery(db, locked, coins))
          throw same ? duplicateDelivery(same.id) : statusNotAllowed(locked, takesDeliveries)
        }
        const request = await decisions.demand(db, locked)
        const at = now()
        demandValid(request, body, at)
        const deliveredAt = body.delivered_at ? new Date(body.delivered_at) : undefined
        const given = { ...coins, deliveredAt, acceptUnderpayment, shared }
        const permit = await passDeliveryGate(db, { gate, authorization, outgoing }, request, given, actor)
        const { delivery } = await recordDelivery(db, books, request, given, { permit, at })
        return toDeliveryResponse(delivery)
      })
    },
  }
}

function demandValid(
  request: PurchaseRequest,
  { tx_hash, amount, output, delivered_at }: CreateDeliveryBody,
  now: Date,
): void {
  const { asset, network } = request
  const places = assetDecimals(asset, network) ?? 0
  const faults = [
    ...(isTxHash(network, tx_hash) ? [] : [fault(['body', 'tx_hash'], txHashForms[network].fault)]),
    ...(output === undefined || network === 'bitcoin'
      ? []
      : [fault(['body', 'output'], 'output_only_bitcoin')]),
    ...(decimalPlaces(amount) > places ? [fault(['body', 'amount'], 'too_many_decimals', { places })] : []),
    ...factTimeFaults(['body', 'delivered_at'], delivered_at, request, now),
  ]
  if (faults.length > 0) throw new Invalid(faults)
}
