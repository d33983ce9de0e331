import type { BankAccount, ReconciliationDay } from '../../../contract/books/close.ts'
import { fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import type { Db } from '../../platform/db/database.ts'
import { balancesByDay, bankBalances } from '../books/book-sums.ts'
import { accounts } from '../books/books.ts'
import { currenciesOfOwn } from '../papers/own-accounts.ts'
import { statementAccounts, statementDays } from '../statements/statement-balances.ts'

/** An own bank account that statements or the books know. */
export interface KnownAccount extends BankAccount {
  /** The first day of its statements; null without any. */
  first_statement_day: string | null
}

const prefix = accounts.bank('x').slice(0, -1)

/** Each account once, in the currency of its statements or of its company. What the books have in others is named with it. */
export async function knownAccounts(db: Db): Promise<KnownAccount[]> {
  const balances = new Map<string, Map<string, bigint>>()
  for (const { account: name, commodity, units } of await bankBalances(db)) {
    const account = decodeURIComponent(name.slice(prefix.length))
    balances.set(account, (balances.get(account) ?? new Map<string, bigint>()).set(commodity, units))
  }
  const stated = new Map((await statementAccounts(db)).map((one) => [one.account, one]))
  const own = await currenciesOfOwn(
    db,
    [...balances.keys()].filter((account) => !stated.has(account)),
  )
  return [...new Set([...stated.keys(), ...balances.keys()])].sort().map((account) => {
    const statements = stated.get(account)
    const booked = balances.get(account) ?? new Map<string, bigint>()
    const [posted = 'RUB'] = booked.keys()
    const candidates = own.get(account) ?? []
    const currency =
      statements?.currency ?? candidates.find((one) => booked.has(one)) ?? candidates[0] ?? posted
    return {
      account,
      currency,
      first_statement_day: statements?.first_day ?? null,
      last_statement_day: statements?.last_day ?? null,
      book_balance: fromUnits(booked.get(currency) ?? 0n, currency),
      other_balances: [...booked]
        .filter(([commodity, units]) => commodity !== currency && units !== 0n)
        .map(([commodity, units]) => ({ commodity, balance: fromUnits(units, commodity) })),
    }
  })
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
