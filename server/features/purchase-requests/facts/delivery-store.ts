import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, DeliveryRow } from './deal-tables.ts'

/** Newest first. */
export function listDeliveries(
  db: Db,
  requestId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('request_id', '=', requestId)
    .$if(cursor !== undefined, (query) =>
      query.where('seq', '<', (before) =>
        before
          .selectFrom('deliveries')
          .select('seq')
          .where('id', '=', cursor as string),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** All of a request, the first one first. */
export function listDeliveriesInOrder(db: Db, requestId: string): Promise<DeliveryRow[]> {
  return db.selectFrom('deliveries').selectAll().where('request_id', '=', requestId).orderBy('seq').execute()
}

export function insertDelivery(db: Db, delivery: Insertable<DealTables['deliveries']>): Promise<DeliveryRow> {
  return db.insertInto('deliveries').values(delivery).returningAll().executeTakeFirstOrThrow()
}

/** The delivery of a request with this transaction. The caller holds the row of the request. */
export async function findDelivery(
  db: Db,
  requestId: string,
  txHash: string,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('tx_hash', '=', txHash)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
}
