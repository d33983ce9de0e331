import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, RefundRow } from './deal-tables.ts'

/** Newest first. */
export function listRefunds(
  db: Db,
  requestId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('request_id', '=', requestId)
    .$if(cursor !== undefined, (query) =>
      query.where('seq', '<', (before) =>
        before
          .selectFrom('refunds')
          .select('seq')
          .where('id', '=', cursor as string),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export function insertRefund(db: Db, refund: Insertable<DealTables['refunds']>): Promise<RefundRow> {
  return db.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

/** A refund of the same request or credit with this reference and amount. The caller holds its row. */
export function findSameRefund(
  db: Db,
  of: { request_id: string } | { credit_id: string },
  { reference, amount }: { reference: string; amount: string },
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where((where) => where.and(of))
    .where('reference', '=', reference)
    .where('amount', '=', amount)
    .limit(1)
    .executeTakeFirst()
}
