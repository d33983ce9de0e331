import { type Insertable, sql, type Updateable } from 'kysely'
import type { Network } from '../../../../contract/money/networks.ts'
import { usualTxHash } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, DeliveryRow } from './deal-tables.ts'

/** Of a request, also those that were reversed. */
export function deliveriesOf(db: Db, requestId: string) {
  return db.selectFrom('deliveries').selectAll().where('request_id', '=', requestId)
}

/** All of a request, the first one first, also those that were reversed. */
export function listDeliveriesInOrder(db: Db, requestId: string): Promise<DeliveryRow[]> {
  return db.selectFrom('deliveries').selectAll().where('request_id', '=', requestId).orderBy('seq').execute()
}

/** Of a request whose row the caller holds. */
export function findDeliveryById(db: Db, requestId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** The caller holds the row of the request. */
export function updateDelivery(
  db: Db,
  id: string,
  change: Updateable<DealTables['deliveries']>,
): Promise<DeliveryRow> {
  return db
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function insertDelivery(db: Db, delivery: Insertable<DealTables['deliveries']>): Promise<DeliveryRow> {
  return db.insertInto('deliveries').values(delivery).returningAll().executeTakeFirstOrThrow()
}

/** The delivery of a request with this transaction that counts, and with this output if one is named. */
export async function findDelivery(
  db: Db,
  { id, network }: { id: string; network: Network },
  { txHash, output = null }: { txHash: string; output?: number | null },
): Promise<DeliveryRow | undefined> {
  const found = await listOfTransaction(db, network, txHash)
  return found.find((one) => one.request_id === id && !one.reversed_at && isSamePart(one, output))
}

/** The delivery that a transfer has made with this transaction, and that was reversed as if it had made none. */
export async function findReversedDelivery(
  db: Db,
  { id, network }: { id: string; network: Network },
  { txHash, output }: { txHash: string; output: number | null },
): Promise<DeliveryRow | undefined> {
  const key = usualTxHash(network, txHash)
  return (await listDeliveriesInOrder(db, id)).find(
    (one) =>
      one.transfer_id !== null &&
      one.reversed_at !== null &&
      one.returned_tx_hash === null &&
      usualTxHash(one.network, one.tx_hash) === key &&
      isSamePart(one, output),
  )
}

/** Nobody else records a delivery with this transaction before the commit. */
export async function lockTransaction(db: Db, network: Network, txHash: string): Promise<void> {
  const name = `delivery ${network} ${usualTxHash(network, txHash)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

export type DeliveryOfTransaction = DeliveryRow & { number: string }

/**
 * The deliveries of all requests that name this transaction, the first one first. Without those that were recorded by
 * mistake: what came back was delivered once, and is not delivered again by the same transaction.
 */
export function listOfTransaction(
  db: Db,
  network: Network,
  txHash: string,
): Promise<DeliveryOfTransaction[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('purchase_requests', 'purchase_requests.id', 'deliveries.request_id')
    .selectAll('deliveries')
    .select('purchase_requests.number')
    .where('deliveries.network', '=', network)
    .where('deliveries.tx_key', '=', usualTxHash(network, txHash))
    .where(({ or, eb }) =>
      or([eb('deliveries.reversed_at', 'is', null), eb('deliveries.returned_tx_hash', 'is not', null)]),
    )
    .orderBy('deliveries.seq')
    .execute()
}

/** Whether both may be the same coins: only two different outputs certainly are not. */
export function isSamePart(one: Pick<DeliveryRow, 'output'>, output: number | null): boolean {
  return one.output === null || output === null || one.output === output
}

/** The next free share of a transaction: deliveries that share it are numbered. */
export function nextShare(others: readonly Pick<DeliveryRow, 'share'>[]): number {
  return Math.max(-1, ...others.map(({ share }) => share)) + 1
}
