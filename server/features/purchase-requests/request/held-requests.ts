import { isId } from '../../../../contract/common.ts'
import type { Db } from '../../../platform/db/database.ts'
import { demandVersion, type ExpectedVersions } from '../../../platform/versions.ts'
import type { Books } from '../../books/books.ts'
import { lacksFacts, writeMissingFacts } from './missing-facts.ts'
import { requestNotFound } from './purchase-request-failures.ts'
import * as store from './purchase-request-store.ts'

export type HeldRequests = ReturnType<typeof createHeldRequests>

/** Finds and locks requests for those that change them. */
export function createHeldRequests({ books }: { books: Books }) {
  return {
    async find(db: Db, id: string): Promise<store.PurchaseRequest> {
      const request = isId(id) ? await store.findPurchaseRequest(db, id) : undefined
      if (!request) throw requestNotFound()
      return request
    },

    /** For a list of facts: whether it is there, and that its facts are written. */
    async complete(db: Db, id: string): Promise<void> {
      const request = await this.find(db, id)
      if (lacksFacts(request)) await db.transaction().execute((db) => this.lock(db, id))
    },

    /** Locks the row until the transaction ends. Its facts are complete, whatever release wrote it. */
    async lock(db: Db, id: string, expected?: ExpectedVersions): Promise<store.PurchaseRequest> {
      const request = isId(id) ? await store.lockPurchaseRequest(db, id) : undefined
      if (!request) throw requestNotFound()
      demandVersion(expected, request.version, 'purchase request')
      return lacksFacts(request) ? writeMissingFacts(db, books, request) : request
    },
  }
}
