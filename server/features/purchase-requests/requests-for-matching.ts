import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The statuses in which a request takes money. Not parameters, so that the index of what is missing fits. */
const takesMoney = sql<boolean>`status in ('approved', 'expired', 'paid', 'failed')`

/** A completed request of which something is still owed takes money, too. Written as its index is. */
const isOwing = sql<boolean>`status = 'completed' and coalesce(received_amount, 0) - refunded_amount - moved_amount < total_amount`

/** What the lines of bank statements are matched with: a subquery to join. */
export function requestsForMatching(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'seq', 'number', 'status', 'organization_id', 'total_amount'])
    .select('fiat_currency as currency')
    .select(sql<string>`coalesce(received_amount, 0)`.as('received_amount'))
    .select(sql<string>`(total_amount - coalesce(received_amount, 0))`.as('missing_amount'))
    .select(takesMoney.as('takes_money'))
    .select(isOwing.as('is_owing'))
}

/** Payments that were entered by hand and that no line proves yet: a subquery to join. The day is that of UTC. */
export function paymentsWithoutLine(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'seq', 'request_id', 'reference', 'amount'])
    .select(sql<string>`(received_at at time zone 'UTC')::date`.as('day'))
    .where('statement_line_id', 'is', null)
    .where('reversed_at', 'is', null)
}

/** Money that was paid back for requests: a subquery to join. */
export function refundsOfRequests(db: Db) {
  return db
    .selectFrom('refunds')
    .select(['id', 'seq', 'request_id', 'amount', 'currency', 'account', 'reference'])
    .select(sql<Date>`coalesce(paid_at, at)`.as('at'))
    .where('reversed_at', 'is', null)
}

/** Requests that money is about to be recorded for, locked in one order. */
export function lockRequestsForMatching(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'number', 'organization_id', 'fiat_currency as currency'])
    .select(sql<boolean>`(${takesMoney} or ${isOwing})`.as('takes_money'))
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
