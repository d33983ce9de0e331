import { isId } from '../../../contract/common.ts'
import type { Db } from '../../platform/db/database.ts'
import { demandVersion, type ExpectedVersions } from '../../platform/versions.ts'
import { requestNotFound } from './request/purchase-request-failures.ts'
import * as store from './request/purchase-request-store.ts'

export type { PurchaseRequest } from './request/purchase-request-store.ts'

/** A transaction that delivered a part of the asset. */
export interface DeliveredPart {
  tx_hash: string
  amount: string
}

export async function requireRequest(db: Db, id: string): Promise<store.PurchaseRequest> {
  const request = isId(id) ? await store.findPurchaseRequest(db, id) : undefined
  if (!request) throw requestNotFound()
  return request
}

/** The request, its row locked until the transaction ends. */
export async function lockRequest(
  db: Db,
  id: string,
  expected?: ExpectedVersions,
): Promise<store.PurchaseRequest> {
  const request = isId(id) ? await store.lockPurchaseRequest(db, id) : undefined
  if (!request) throw requestNotFound()
  demandVersion(expected, request.version, 'purchase request')
  return request
}

/** What other features read of requests, in the transaction of the caller. */
export interface PurchaseRequestRecords {
  require(db: Db, id: string): Promise<store.PurchaseRequest>
  lock(db: Db, id: string): Promise<store.PurchaseRequest>
  /** The transactions that delivered the asset of a request, the first one first. */
  deliveries(db: Db, request: store.PurchaseRequest): Promise<DeliveredPart[]>
}

export const purchaseRequestRecords: PurchaseRequestRecords = {
  require: requireRequest,
  lock: (db, id) => lockRequest(db, id),
  async deliveries(_db, { tx_hash, crypto_amount }) {
    return tx_hash === null ? [] : [{ tx_hash, amount: crypto_amount }]
  },
}
