import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { ListFilter } from '../../../../contract/list-filters.ts'
import type { Db } from '../../../platform/db/database.ts'
import { equals } from '../../../platform/exports/declare.ts'
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

/** What a filter asks of `credits as credit`. */
export function creditConditions({ organization_id, status }: ListFilter<'credits'>): RawBuilder<boolean>[] {
  // Written as the index of open credits is.
  const isOpen = sql<boolean>`credit.allocated_amount + credit.refunded_amount < credit.amount`
  return [
    ...equals('credit', { organization_id }),
    ...(status === undefined ? [] : [status === 'open' ? isOpen : sql<boolean>`not (${isOpen})`]),
  ]
}

/** Newest first. */
export async function listCredits(
  db: Db,
  filter: ListFilter<'credits'>,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CreditRow[]> {
  const after = cursor === undefined ? [] : [sql`credit.seq < (select seq from credits where id = ${cursor})`]
  const { rows } = await sql<CreditRow>`
    select credit.* from credits as credit
    where ${sql.join([sql`true`, ...creditConditions(filter), ...after], sql` and `)}
    order by credit.seq desc limit ${limit}
  `.execute(db)
  return rows
}
