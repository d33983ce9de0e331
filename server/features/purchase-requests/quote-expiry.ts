import { sql } from 'kysely'
import type { Logger } from 'pino'
import { service } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { isDatabaseAway } from '../../platform/db/primary/availability.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { lockExpiredQuotes, moveRequest, type PurchaseRequest } from './purchase-request-store.ts'
import { tracesOfMove } from './purchase-request-traces.ts'

export type QuoteExpiry = ReturnType<typeof createQuoteExpiry>

const lockKey = 727_060
const batch = 50

/** Turns approved requests whose quote ran out into expired ones, by itself, on one node at a time. */
export function createQuoteExpiry({
  db,
  now,
  log,
  interval = 5_000,
}: {
  db: Db
  now: () => Date
  log: Logger
  interval?: number
}) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  /** One batch in one transaction; says how many there were. */
  function sweep(): Promise<number> {
    return db.transaction().execute(async (db) => {
      // The lock ends with the transaction: a node that dies leaves the work to the others.
      const { rows } = await sql<{
        mine: boolean
      }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(db)
      if (!rows[0]?.mine) return 0
      const at = now()
      const requests = await lockExpiredQuotes(db, at, batch)
      const moves = requests.map((request) => ({ request, ...expiryOf(request, at) }))
      for (const { event } of moves) await recordEvent(db, event)
      for (const { request, change } of moves) {
        await moveRequest(db, request, change, { actor: service, comment: null })
      }
      if (moves.length > 0) await appendAudit(db, ...moves.map(({ audit }) => audit))
      return moves.length
    })
  }

  async function sweepAll(): Promise<void> {
    try {
      while ((await sweep()) === batch);
    } catch (error) {
      // A database that is away is told by those who ask it for something.
      if (!isDatabaseAway(error)) log.warn({ err: error }, 'quotes could not be expired')
    }
  }

  return {
    sweep,
    start() {
      const next = () => {
        running = sweepAll().then(() => {
          if (timer) timer = setTimeout(next, interval)
        })
      }
      timer = setTimeout(next, interval)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
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
