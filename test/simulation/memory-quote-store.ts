import type { PurchaseRequest } from '../../server/features/purchase-requests/request/purchase-request-store.ts'
import type { QuoteExpiryStore } from '../../server/features/purchase-requests/quote-expiry-store.ts'
import { createRows, type RowTransaction } from './memory-rows.ts'
import { memoryStore } from './node-store.ts'

export type QuoteStatements = Omit<QuoteExpiryStore, 'transaction'>
type Own = RowTransaction<PurchaseRequest>

const jobLock = 'the lock of the job'

/** Purchase requests in memory, as far as the expiry of their quotes needs them. */
export function createMemoryQuoteStore() {
  const rows = createRows<PurchaseRequest>()

  const isOver = (request: PurchaseRequest | undefined, at: Date): request is PurchaseRequest =>
    request?.status === 'approved' && request.quote_expires_at !== null && request.quote_expires_at <= at

  async function lockExpired(own: Own, at: Date, limit: number): Promise<PurchaseRequest[]> {
    const due = rows
      .entries()
      .map(([, request]) => request)
      .filter((request) => isOver(request, at))
      .toSorted((a, b) => Number(a.quote_expires_at) - Number(b.quote_expires_at))
    const locked: PurchaseRequest[] = []
    for (const { id } of due) {
      if (locked.length === limit) break
      if (!own.tryLock(id)) continue
      const request = own.get(id)
      if (isOver(request, at)) locked.push(request)
    }
    return locked
  }

  /** Each statement in the transaction that `within` gives it. */
  function statements(within: <T>(work: (own: Own) => Promise<T>) => Promise<T>): QuoteStatements {
    return {
      tryLock: () => within(async (own) => own.tryLock(jobLock)),
      lockExpiredQuotes: (at, limit) => within((own) => lockExpired(own, at, limit)),
      expire: (expiries) =>
        within(async (own) => {
          for (const { request, change } of expiries) own.set(request.id, { ...request, ...change })
        }),
    }
  }

  return {
    ...memoryStore(rows, statements),
    requests: () => rows.entries().map(([, request]) => request),
    get: rows.get,
    /** Adds the request, or moves it if it has the status `from`. */
    save: (request: PurchaseRequest, from?: PurchaseRequest['status']) =>
      rows.alone(async (own) => {
        const before = await own.lock(request.id)
        if (before?.status === from) own.set(request.id, request)
      }),
  }
}
