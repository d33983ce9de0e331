import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Those of the accounts that no company of the desk has, in the order given. Also companies that are not active count. */
export async function accountsOfStrangers(db: Db, accounts: readonly string[]): Promise<string[]> {
  if (accounts.length === 0) return []
  const { rows } = await sql<{ account: string }>`
    select given.account
    from unnest(${accounts}::text[]) with ordinality as given (account, place)
    where not exists (
      select from desk_companies as company, jsonb_array_elements(company.bank_accounts) as own
      where ${plain(sql`given.account`)} in (${plain(sql`own ->> 'settlement_account'`)}, ${plain(sql`own ->> 'iban'`)})
    )
    order by given.place
  `.execute(db)
  return rows.map(({ account }) => account)
}

/** Accounts are also written in groups, and in small letters. */
function plain(account: ReturnType<typeof sql>) {
  return sql`upper(translate(${account}, ' ./-', ''))`
}
