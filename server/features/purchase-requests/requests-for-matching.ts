import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The statuses in which a request takes money. Not parameters, so that the index of what is missing fits. */
const takesMoney = sql<boolean>`status in ('approved', 'expired', 'paid', 'failed')`

/** What the lines of bank statements are matched with: a subquery to join. */
export function requestsForMatching(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'seq', 'number', 'status', 'organization_id', 'total_amount'])
    .select('fiat_currency as currency')
    .select(sql<string>`coalesce(received_amount, 0)`.as('received_amount'))
    .select(sql<string>`(total_amount - coalesce(received_amount, 0))`.as('missing_amount'))
    .select(takesMoney.as('takes_money'))
}

/** Requests that money is about to be recorded for, locked in one order. */
export function lockRequestsForMatching(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'organization_id', 'fiat_currency as currency'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}
