import type { Db } from '../../platform/db/database.ts'
import { listDeliveriesInOrder } from './facts/delivery-store.ts'
import type { HeldRequests } from './request/held-requests.ts'
import type { PurchaseRequest } from './request/purchase-request-store.ts'

export type { PurchaseRequest } from './request/purchase-request-store.ts'

/** A transaction that delivered a part of the asset. */
export interface DeliveredPart {
  tx_hash: string
  amount: string
}

/** What other features read of requests, in the transaction of the caller. */
export interface PurchaseRequestRecords {
  require(db: Db, id: string): Promise<PurchaseRequest>
  lock(db: Db, id: string): Promise<PurchaseRequest>
  /** The transactions that delivered the asset of a locked request, the first one first. */
  deliveries(db: Db, request: PurchaseRequest): Promise<DeliveredPart[]>
}

export function createPurchaseRequestRecords(held: HeldRequests): PurchaseRequestRecords {
  return {
    require: (db, id) => held.find(db, id),
    lock: (db, id) => held.lock(db, id),
    async deliveries(db, { id }) {
      const rows = await listDeliveriesInOrder(db, id)
      return rows.map(({ tx_hash, amount }) => ({ tx_hash, amount }))
    },
  }
}
