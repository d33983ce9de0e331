import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, PaymentRow } from './deal-tables.ts'

/** The payments of a request that were not reversed, oldest first. */
export function listCountedPayments(db: Db, requestId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('reversed_at', 'is', null)
    .orderBy('seq')
    .execute()
}

/** The payments that were taken from a credit, were not reversed and are on no statement, by request. */
export function listUnlinkedOfCredit(db: Db, creditId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('credit_id', '=', creditId)
    .where('reversed_at', 'is', null)
    .where('statement_line_id', 'is', null)
    .orderBy('request_id')
    .orderBy('seq')
    .execute()
}

/** Of all payments of a request, those that were reversed too. */
export function listEveryPayment(db: Db, requestId: string): Promise<Pick<PaymentRow, 'id' | 'credit_id'>[]> {
  return db.selectFrom('payments').select(['id', 'credit_id']).where('request_id', '=', requestId).execute()
}

/** Of a request, also those that were reversed. */
export function paymentsOf(db: Db, requestId: string) {
  return db.selectFrom('payments').selectAll().where('request_id', '=', requestId)
}

/** Of a request whose row the caller holds. */
export function findPayment(db: Db, requestId: string, id: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

export async function findRequestOfPayment(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('payments').select('request_id').where('id', '=', id).executeTakeFirst()
  return row?.request_id
}

export function insertPayment(db: Db, payment: Insertable<DealTables['payments']>): Promise<PaymentRow> {
  return db.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()
}

type Change = Partial<{
  statement_line_id: string
  bank_account: string
  payer_inn: string | null
  payer_name: string | null
  payer_account: string | null
  is_foreign_payer: boolean
  payer_accepted_at: Date | null
  payer_accepted_by: string | null
  payer_accepted_reason: string | null
  reversed_at: Date
  reversed_by: string
  reversed_reason: string
}>

/** The caller holds the row of the request. */
export function updatePayment(db: Db, id: string, change: Change): Promise<PaymentRow> {
  return db.updateTable('payments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
