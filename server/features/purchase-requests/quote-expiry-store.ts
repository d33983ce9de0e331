import { sql } from 'kysely'
import { service } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockExpiredQuotes, moveRequest, type PurchaseRequest } from './request/purchase-request-store.ts'
import { tellOfMove } from './request/purchase-request-traces.ts'

const lockKey = 727_060

/** A request whose quote is over, with what changes in it. */
export interface Expiry {
  request: PurchaseRequest
  change: Parameters<typeof moveRequest>[2]
}

/** What the expiry of quotes reads and writes. A simulation passes its own. */
export interface QuoteExpiryStore {
  transaction<T>(work: (store: QuoteExpiryStore) => Promise<T>): Promise<T>
  /** Whether no other node is at work. The lock ends with the transaction: a node that dies leaves the work to others. */
  tryLock(): Promise<boolean>
  /** Approved requests whose quote is over, locked; those that somebody else has locked are left out. */
  lockExpiredQuotes(at: Date, limit: number): Promise<PurchaseRequest[]>
  expire(expiries: readonly Expiry[]): Promise<void>
}

export function createQuoteExpiryStore(db: Db): QuoteExpiryStore {
  return {
    transaction: (work) => db.transaction().execute((db) => work(createQuoteExpiryStore(db))),
    tryLock: () => tryLock(db),
    lockExpiredQuotes: (at, limit) => lockExpiredQuotes(db, at, limit),
    expire: (expiries) => expire(db, expiries),
  }
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(
    db,
  )
  return rows[0]?.mine ?? false
}

async function expire(db: Db, expiries: readonly Expiry[]): Promise<void> {
  for (const { request, change } of expiries) {
    await moveRequest(db, request, change, { actor: service, comment: null })
    tellOfMove(db, request, { ...request, ...change }, service, null)
  }
}
