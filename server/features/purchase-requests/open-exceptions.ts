import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Requests of which something was reversed after they were completed, oldest first. */
export function openExceptions(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: string; number: string; at: Date }[]> {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'number'])
    .select(sql<Date>`exception_since`.as('at'))
    .where('exception_since', '<', before)
    .orderBy('exception_since')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Completed requests with the time of their last delivery: a subquery to join. */
export function completedRequests(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'number'])
    .select(
      sql<Date>`(
        select max(coalesce(delivered_at, at)) from deliveries where request_id = purchase_requests.id and reversed_at is null
      )`.as('delivered_at'),
    )
    .where('status', '=', 'completed')
}
