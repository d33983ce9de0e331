import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The lines that have paid refunds: a subquery to join, with `refund_id` and `line_id`. */
export function refundsOnLines(db: Db) {
  return db
    .selectFrom('statement_matches')
    .select(['fact_id as refund_id', 'line_id'])
    .where('kind', '=', 'refund')
    .where('released_at', 'is', null)
}

/** The same for SQL that is written by hand. */
export const refundsWithLines = sql`(
  select fact_id as refund_id, line_id from statement_matches where kind = 'refund' and released_at is null
)`

/** Lines in roubles that went out and that nobody has dealt with: a subquery to join. */
export function newOutgoingLines(db: Db) {
  return db
    .selectFrom('statement_lines')
    .select(['id', 'account', 'amount', 'booked_on', 'receiver_account', 'document_number', 'purpose'])
    .where('status', '=', 'new')
    .where('direction', '=', 'outgoing')
    .where('currency', '=', 'RUB')
}

/** The BIK of the bank of each of these accounts, as the newest payment that came from it says. */
export async function banksOfPayers(db: Db, accounts: readonly string[]): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_lines')
    .distinctOn('payer_account')
    .select(['payer_account', 'payer_bic'])
    .where('direction', '=', 'incoming')
    .where('payer_account', 'in', accounts)
    .where('payer_bic', 'is not', null)
    .orderBy('payer_account')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ payer_account, payer_bic }) => [payer_account, payer_bic as string]))
}
