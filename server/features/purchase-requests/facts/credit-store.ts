import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { CreditRow, DealTables } from './deal-tables.ts'

export function findCredit(db: Db, id: string): Promise<CreditRow | undefined> {
  return db.selectFrom('credits').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockCredit(db: Db, id: string): Promise<CreditRow | undefined> {
  return db.selectFrom('credits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The credits that came for a request. The caller holds the row of the request. */
export function listCreditsOfRequest(db: Db, requestId: string): Promise<CreditRow[]> {
  return db.selectFrom('credits').selectAll().where('request_id', '=', requestId).execute()
}

/** The credits that became of a payment, locked. The caller holds the row of their request. */
export function lockCreditsOfPayment(db: Db, paymentId: string): Promise<CreditRow[]> {
  return db
    .selectFrom('credits')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('seq')
    .forUpdate()
    .execute()
}

/**
 * The credits of an organization with this amount that are on no statement, oldest first. Those that were moved from a
 * request are a part of its payment, which is found instead.
 */
export function listUnlinkedCredits(db: Db, organizationId: string, amount: string): Promise<CreditRow[]> {
  return db
    .selectFrom('credits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('amount', '=', amount)
    .where('statement_line_id', 'is', null)
    .where('moved_from', 'is', null)
    .orderBy('seq')
    .execute()
}

export function insertCredit(db: Db, credit: Insertable<DealTables['credits']>): Promise<CreditRow> {
  return db.insertInto('credits').values(credit).returningAll().executeTakeFirstOrThrow()
}

/** The caller holds the row. */
export function updateCredit(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      CreditRow,
      | 'allocated_amount'
      | 'refunded_amount'
      | 'statement_line_id'
      | 'bank_account'
      | 'payer_inn'
      | 'payer_name'
      | 'payer_account'
    >
  >,
): Promise<CreditRow> {
  return db.updateTable('credits').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
