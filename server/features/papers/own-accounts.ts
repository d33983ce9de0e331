import { sql } from 'kysely'
import { currencyByNumber } from '../../../contract/money/account-currency.ts'
import type { DeskBankAccount, DeskVat } from '../../../contract/organizations/desk-companies.ts'
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

/**
 * The currencies of the desk's own accounts, the first one of a company first. An account with an IBAN can hold several. What a
 * number says counts, whatever was stored before numbers were compared with it.
 */
export async function currenciesOfOwn(
  db: Db,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const currencies = new Map<string, string[]>()
  if (accounts.length === 0) return currencies
  const { rows } = await sql<{ account: string; own: Own }>`
    select given.account, own
    from unnest(${accounts}::text[]) as given (account), desk_companies as company,
      jsonb_array_elements(company.bank_accounts) with ordinality as owned (own, place)
    where ${plain(sql`given.account`)} in (${plain(sql`own ->> 'settlement_account'`)}, ${plain(sql`own ->> 'iban'`)})
    order by company.id, owned.place
  `.execute(db)
  for (const { account, own } of rows)
    currencies.set(account, [
      ...(currencies.get(account) ?? []),
      currencyByNumber(own) ?? own.currency ?? 'RUB',
    ])
  return currencies
}

interface Own {
  settlement_account?: string | null
  bik?: string | null
  currency?: string
  without_statements?: string | null
}

/** An own account of which no statements are imported, and why. */
export interface AccountWithoutStatements {
  account: string
  currency: string
  reason: string
}

/**
 * The accounts of active companies of which no statements are imported, as the books name them, and the currencies of which none
 * are imported at all: whatever was paid in these, no statement will show it.
 */
export async function withoutStatements(
  db: Db,
): Promise<{ accounts: AccountWithoutStatements[]; currencies: string[] }> {
  const { rows } = await sql<{ account: string; own: Own }>`
    select ${plain(sql`coalesce(own ->> 'settlement_account', own ->> 'iban')`)} as account, own
    from desk_companies as company, jsonb_array_elements(company.bank_accounts) with ordinality as owned (own, place)
    where company.active order by company.id, place
  `.execute(db)
  const all = rows.map(({ account, own }) => ({
    account,
    currency: currencyByNumber(own) ?? own.currency ?? 'RUB',
    reason: own.without_statements ?? null,
  }))
  const awaited = new Set(all.flatMap(({ currency, reason }) => (reason === null ? [currency] : [])))
  const declared = all.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]))
  const currencies = [...new Set(declared.map(({ currency }) => currency))]
  return { accounts: declared, currencies: currencies.filter((currency) => !awaited.has(currency)) }
}

/** Whether a company of the desk has the account. */
export async function isAccountOf(db: Db, companyId: string, account: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from desk_companies as company, jsonb_array_elements(company.bank_accounts) as own
      where company.id = ${companyId}
        and ${plain(sql`${account}::text`)} in (${plain(sql`own ->> 'settlement_account'`)}, ${plain(sql`own ->> 'iban'`)})
    ) as found
  `.execute(db)
  return rows[0]?.found ?? false
}

/** The companies of the desk that have each of these accounts. */
export async function companiesOfOwn(
  db: Db,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (accounts.length === 0) return new Map()
  const { rows } = await sql<{ account: string; companies: string[] }>`
    select given.account, array_agg(company.id::text) as companies
    from unnest(${accounts}::text[]) as given (account), desk_companies as company,
      jsonb_array_elements(company.bank_accounts) as own
    where ${plain(sql`given.account`)} in (${plain(sql`own ->> 'settlement_account'`)}, ${plain(sql`own ->> 'iban'`)})
    group by given.account
  `.execute(db)
  return new Map(rows.map(({ account, companies }) => [account, new Set(companies)]))
}

/** The account in roubles with this number, and the active company whose it is: one that a bank in Russia takes orders for. */
export async function findPayingAccount(db: Db, account: string): Promise<PayingAccount | undefined> {
  const { rows } = await sql<Omit<PayingAccount, 'own'> & { own: DeskBankAccount }>`
    select company.id as company_id, company.inn, company.kpp, company.short_name, company.vat, own
    from desk_companies as company, jsonb_array_elements(company.bank_accounts) with ordinality as owned (own, place)
    where company.active and own ->> 'settlement_account' = ${account} and own ->> 'bik' is not null
      and own ->> 'currency' = 'RUB'
    order by company.id, place
    limit 1
  `.execute(db)
  const found = rows[0]
  if (!found?.own.bik) return undefined
  return { ...found, own: { ...found.own, bik: found.own.bik } }
}

export interface PayingAccount {
  company_id: string
  inn: string
  kpp: string | null
  short_name: string
  vat: DeskVat | null
  own: DeskBankAccount & { bik: string }
}

/** Accounts are also written in groups, and in small letters. */
function plain(account: ReturnType<typeof sql>) {
  return sql`upper(translate(${account}, ' ./-', ''))`
}
