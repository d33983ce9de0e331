import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * The requests that invoices are about, by the number of the invoice: a subquery to join. Also invoices that were voided:
 * clients pay them all the same. `accounts` are those of the company that issued it.
 */
export function invoicesByNumber(db: Db) {
  return db
    .selectFrom('papers as paper')
    .innerJoin('desk_companies as company', 'company.id', 'paper.company_id')
    .select(['paper.number', 'paper.request_id', 'paper.organization_id'])
    .select(sql<string>`paper.content -> 'deal' ->> 'number'`.as('request_number'))
    .select(sql<string>`paper.content ->> 'issued_on'`.as('issued_on'))
    .select(
      sql<string[]>`array(
        select coalesce(own ->> 'iban', own ->> 'settlement_account') from jsonb_array_elements(company.bank_accounts) as own
      )`.as('accounts'),
    )
    .where('paper.kind', '=', sql.lit('invoice'))
}
