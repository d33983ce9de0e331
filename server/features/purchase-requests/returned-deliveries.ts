import { sql } from 'kysely'
import type { Network } from '../../../contract/money/networks.ts'
import { usualTxHash } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOneOf } from '../../platform/db/tuples.ts'

const columns = [
  'deliveries.id',
  'deliveries.request_id',
  'deliveries.network',
  'deliveries.asset',
  'deliveries.amount',
  'deliveries.transfer_id',
  'deliveries.reversed_at',
  'deliveries.returned_tx_hash',
] as const

/** Reversed deliveries whose coins came back with these transactions. */
export async function deliveriesReturnedWith(db: Db, wanted: readonly (readonly [Network, string])[]) {
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select(columns)
    .where(
      sql<boolean>`(network, usual_transaction(network, returned_tx_hash)) in (${sql.join(wanted.map((values) => sql`(${sql.join(values)})`))})`,
    )
    .where('reversed_at', 'is not', null)
    .execute()
  return rows.map((row) => ({
    ...row,
    returned_tx_hash: row.returned_tx_hash && usualTxHash(row.network, row.returned_tx_hash),
  }))
}

export type ReturnedDelivery = Awaited<ReturnType<typeof deliveriesReturnedWith>>[number]

export function findReturnedDelivery(db: Db, id: string): Promise<ReturnedDelivery | undefined> {
  return db.selectFrom('deliveries').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The newest deliveries of these assets that were reversed and that no chain statement has to show. */
export async function reversedDeliveries(
  db: Db,
  wanted: readonly (readonly [Network, string])[],
  limit: number,
) {
  if (wanted.length === 0) return []
  return db
    .selectFrom('deliveries')
    .innerJoin('purchase_requests as request', 'request.id', 'deliveries.request_id')
    .select([...columns, 'request.number'])
    .where(isOneOf(['deliveries.network', 'deliveries.asset'], wanted))
    .where('deliveries.reversed_at', 'is not', null)
    .where('deliveries.transfer_id', 'is not', null)
    .orderBy('deliveries.reversed_at', 'desc')
    .limit(limit)
    .execute()
}
