import { isId } from '../../../../contract/api/common.ts'
import type { Db } from '../../../platform/db/database.ts'
import { demandVersion, type ExpectedVersions } from '../../../platform/versions.ts'
import { requestNotFound } from './purchase-request-failures.ts'
import * as store from './purchase-request-store.ts'

export async function findRequest(db: Db, id: string): Promise<store.PurchaseRequest> {
  const request = isId(id) ? await store.findPurchaseRequest(db, id) : undefined
  if (!request) throw requestNotFound()
  return request
}

/** Locks the row until the transaction ends. */
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
