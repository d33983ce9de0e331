import type { BankAccount, ReconciliationDay } from '../../../contract/close.ts'
import { fromUnits, toUnits } from '../../../contract/commodities.ts'
import type { Db } from '../../platform/db/database.ts'
import { balancesByDay, bankBalances } from '../books/book-sums.ts'
import { accounts } from '../books/books.ts'
import { statementAccounts, statementDays } from '../statements/statement-balances.ts'

/** An own bank account that statements or the books know. */
export interface KnownAccount extends BankAccount {
  /** The first day of its statements; null without any. */
  first_statement_day: string | null
}

const prefix = accounts.bank('x').slice(0, -1)

export async function knownAccounts(db: Db): Promise<KnownAccount[]> {
  const known = new Map<string, KnownAccount>()
  for (const { account, currency, first_day, last_day } of await statementAccounts(db))
    known.set(account, {
      account,
      currency,
      first_statement_day: first_day,
      last_statement_day: last_day,
      book_balance: fromUnits(0n, currency),
    })
  for (const { account: name, commodity, units } of await bankBalances(db)) {
    const account = decodeURIComponent(name.slice(prefix.length))
    const found = known.get(account)
    const book_balance = fromUnits(units, commodity)
    if (!found)
      known.set(account, {
        account,
        currency: commodity,
        first_statement_day: null,
        last_statement_day: null,
        book_balance,
      })
    else if (found.currency === commodity) found.book_balance = book_balance
  }
  return [...known.values()].sort((a, b) => (a.account < b.account ? -1 : 1))
}

/** What the bank says at the end of each day, and what the books say. */
export async function reconcile(
  db: Db,
  { account, currency }: Pick<KnownAccount, 'account' | 'currency'>,
  { from, to }: { from: string; to: string },
): Promise<ReconciliationDay[]> {
  const stated = await statementDays(db, { account, from, to })
  const booked = await balancesByDay(db, { account: accounts.bank(account), commodity: currency, from, to })
  let book = booked.before
  return stated.map(({ day, balance, open_lines, has_statement }) => {
    book += booked.moves.get(day) ?? 0n
    const bank = balance === null ? null : unitsOf(balance, currency)
    return {
      day,
      statement_balance: bank === null ? null : fromUnits(bank, currency),
      book_balance: fromUnits(book, currency),
      difference: bank === null ? null : fromUnits(bank - book, currency),
      open_lines,
      has_statement,
    }
  })
}

function unitsOf(decimal: string, currency: string): bigint {
  return decimal.startsWith('-') ? -toUnits(decimal.slice(1), currency) : toUnits(decimal, currency)
}
