import type {
  CreateDeliveryBody,
  DeliveryListResponse,
  DeliveryResponse,
} from '../../../../contract/deals.ts'
import { decimalPlaces } from '../../../../contract/decimal.ts'
import { fault } from '../../../../contract/faults.ts'
import {
  assetDecimals,
  isTxHash,
  takesDeliveries,
  txHashForms,
} from '../../../../contract/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import { cursorPageOf } from '../../../platform/cursor-page.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { duplicateDelivery } from '../facts/deal-failures.ts'
import type { DeliveryRow } from '../facts/deal-tables.ts'
import { findDelivery, listDeliveries } from '../facts/delivery-store.ts'
import { doerOf } from '../facts/stored-actor.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { demandDelivered } from '../request/delivered-effects.ts'
import { demandPermission } from '../request/demand-permission.ts'
import { statusNotAllowed } from '../request/purchase-request-failures.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'
import { catchUpRequest } from '../request/screened-parties.ts'
import { passDeliveryGate, recordDelivery } from './record-delivery.ts'

export type DeliveryService = ReturnType<typeof createDeliveryService>

export function createDeliveryService({ db, now, books, held, gate, authorization, effects }: DealParts) {
  return {
    async list(
      id: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<DeliveryListResponse> {
      await held.complete(db, id)
      const rows = await listDeliveries(db, id, { ...page, limit: page.limit + 1 })
      return cursorPageOf(rows, page.limit, toDeliveryResponse)
    },

    async create(
      id: string,
      body: CreateDeliveryBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<DeliveryResponse> {
      const acceptUnderpayment = body.accept_underpayment === true
      if (acceptUnderpayment) demandPermission(actor, 'requests:approve')
      const found = await held.find(db, id)
      await catchUpRequest(db, gate.screening, found)
      await demandDelivered(effects, found, { txHash: body.tx_hash, amount: body.amount })
      return withIdempotency(db, key, async (db) => {
        const request = await held.lock(db, id)
        if (!takesDeliveries.includes(request.status)) {
          // The one that completed the request, sent once more.
          const same = await findDelivery(db, id, body.tx_hash)
          throw same ? duplicateDelivery(same.id) : statusNotAllowed(request, takesDeliveries)
        }
        demandValid(request, body)
        const given = { txHash: body.tx_hash, amount: body.amount, acceptUnderpayment }
        await passDeliveryGate(db, { gate, authorization }, request, given, actor)
        const { delivery } = await recordDelivery(db, books, request, given, { actor, at: now() })
        return toDeliveryResponse(delivery)
      })
    },
  }
}

function demandValid({ asset, network }: PurchaseRequest, { tx_hash, amount }: CreateDeliveryBody): void {
  const places = assetDecimals(asset, network) ?? 0
  const faults = [
    ...(isTxHash(network, tx_hash) ? [] : [fault(['body', 'tx_hash'], txHashForms[network].fault)]),
    ...(decimalPlaces(amount) > places ? [fault(['body', 'amount'], 'too_many_decimals', { places })] : []),
  ]
  if (faults.length > 0) throw new Invalid(faults)
}

function toDeliveryResponse(row: DeliveryRow): DeliveryResponse {
  return {
    id: row.id,
    request_id: row.request_id,
    tx_hash: row.tx_hash,
    amount: row.amount,
    asset: row.asset,
    network: row.network,
    destination_address: row.destination_address,
    recorded_by: doerOf(row),
    recorded_at: row.at.toISOString(),
  }
}
