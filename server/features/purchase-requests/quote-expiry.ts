import type { Job } from '../../platform/jobs/jobs.ts'
import type { Expiry, QuoteExpiryStore } from './quote-expiry-store.ts'
import type { PurchaseRequest } from './request/purchase-request-store.ts'

export type QuoteExpiry = ReturnType<typeof createQuoteExpiry>

const batchSize = 50

/** Sets approved requests whose quote has expired to `expired`, on one node at a time. */
export function createQuoteExpiry({ store, now }: { store: QuoteExpiryStore; now: () => Date }) {
  /** Expires one batch in one transaction and returns its size. */
  function sweep(): Promise<number> {
    return store.transaction(async (store) => {
      if (!(await store.tryLock())) return 0
      const at = now()
      const requests = await store.lockExpiredQuotes(at, batchSize)
      await store.expire(requests.map((request) => expiryOf(request, at)))
      return requests.length
    })
  }

  const job: Job = {
    name: 'quote-expiry',
    intervalMs: 5_000,
    async run(stopping) {
      while ((await sweep()) === batchSize && !stopping.aborted);
    },
  }

  return { sweep, job }
}

function expiryOf(request: PurchaseRequest, at: Date): Expiry {
  const change = {
    status: 'expired' as const,
    status_since: at,
    reason_code: null,
    reason_comment: null,
    version: request.version + 1,
    updated_at: at,
  }
  return { request, change }
}
