import { rateCurrency } from '../../../contract/books/rates.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AccountOf, accountsOtherThan } from '../books/foreign-sums.ts'

/**
 * How the balance of an account in foreign currency is worth roubles (PBU 3/2006): money and loans always by the rate of
 * the day. What is owed is too, but an advance keeps what it was worth when it was paid. Of `credit`, a credit is an advance,
 * as of a client who has paid before the coins; of `debit` a debit, as of a supplier who was paid before.
 */
export type Advance = 'none' | 'credit' | 'debit'

const kinds: readonly (readonly [string, Advance])[] = [
  ['assets:bank:', 'none'],
  ['assets:transit:', 'none'],
  ['assets:exchange:', 'none'],
  ['liabilities:loan:', 'none'],
  ['liabilities:client:', 'credit'],
  ['liabilities:supplier:', 'debit'],
  ['liabilities:counterparty:', 'debit'],
  ['liabilities:other:', 'debit'],
]

/** Undefined for accounts that are not revalued: taxes, which are owed in roubles, capital, income and expenses. */
export function advanceOf(account: string): Advance | undefined {
  return kinds.find(([prefix]) => account.startsWith(prefix))?.[1]
}

const pattern = `^(${kinds.map(([prefix]) => prefix).join('|')})`

/** The accounts in foreign currency whose balances are revalued. Coins are no currency. */
export async function foreignAccounts(db: Db): Promise<AccountOf[]> {
  const known = await accountsOtherThan(db, pattern, rateCurrency)
  return known.filter(({ commodity }) => isCurrency(commodity))
}
