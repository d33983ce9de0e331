import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, RefundRow } from './deal-tables.ts'
import { isSameReference } from './same-payment.ts'

/** What a refund belongs to. */
type OfRefund = { request_id: string } | { credit_id: string }

export function refundsOf(db: Db, of: OfRefund) {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where((where) => where.and(of))
}

export function insertRefund(db: Db, refund: Insertable<DealTables['refunds']>): Promise<RefundRow> {
  return db.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

/** Of a request or a credit whose row the caller holds. */
export function findRefund(db: Db, of: OfRefund, id: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where((where) => where.and(of))
    .executeTakeFirst()
}

/** The caller holds the row of the request or credit. */
export function updateRefund(
  db: Db,
  id: string,
  change: Updateable<DealTables['refunds']>,
): Promise<RefundRow> {
  return db.updateTable('refunds').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** A refund of the same request or credit with this reference and amount. The caller holds its row. */
export async function findSameRefund(
  db: Db,
  of: OfRefund,
  { reference, amount }: { reference: string; amount: string },
): Promise<RefundRow | undefined> {
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where((where) => where.and(of))
    .where('amount', '=', amount)
    .where('reversed_at', 'is', null)
    .execute()
  return refunds.find((one) => isSameReference(one.reference ?? '', reference))
}
