import { sql } from 'kysely'
import { service } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { lockExpiredQuotes, moveRequest, type PurchaseRequest } from './purchase-request-store.ts'
import { tracesOfMove } from './purchase-request-traces.ts'

export type QuoteExpiry = ReturnType<typeof createQuoteExpiry>

const lockKey = 727_060
const batchSize = 50

/** Sets approved requests whose quote has expired to `expired`, on one node at a time. */
export function createQuoteExpiry({ db, now }: { db: Db; now: () => Date }) {
  /** Expires one batch in one transaction and returns its size. */
  function sweep(): Promise<number> {
    return db.transaction().execute(async (db) => {
      // The lock ends with the transaction: a node that dies leaves the work to the others.
      const { rows } = await sql<{
        mine: boolean
      }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(db)
      if (!rows[0]?.mine) return 0
      const at = now()
      const requests = await lockExpiredQuotes(db, at, batchSize)
      const moves = requests.map((request) => ({ request, ...expiryOf(request, at) }))
      for (const { event } of moves) await recordEvent(db, event)
      for (const { request, change } of moves) {
        await moveRequest(db, request, change, { actor: service, comment: null })
      }
      if (moves.length > 0) await appendAudit(db, ...moves.map(({ audit }) => audit))
      return moves.length
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

function expiryOf(request: PurchaseRequest, at: Date) {
  const change = {
    status: 'expired' as const,
    status_since: at,
    reason_code: null,
    reason_comment: null,
    version: request.version + 1,
    updated_at: at,
  }
  return { change, ...tracesOfMove(request, { ...request, ...change }, service, null) }
}
