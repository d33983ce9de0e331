import { fault } from '../../../contract/api/faults.ts'
import {
  type BankAccount,
  mostReconciledDays,
  type ReconciliationDay,
  type ReconciliationQuery,
  type ReconciliationResponse,
} from '../../../contract/books/close.ts'
import { fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
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

/**
 * Each account in each currency of its statements, and in those of its company that something was posted in: an account with an
 * IBAN can hold several. What the books have in others is named with the first one.
 */
export async function knownAccounts(db: Db): Promise<KnownAccount[]> {
  const balances = new Map<string, Map<string, bigint>>()
  for (const { account: name, commodity, units } of await bankBalances(db)) {
    const account = decodeURIComponent(name.slice(prefix.length))
    balances.set(account, (balances.get(account) ?? new Map<string, bigint>()).set(commodity, units))
  }
  const stated = Map.groupBy(await statementAccounts(db), ({ account }) => account)
  const own = await currenciesOfOwn(db, [...balances.keys()])
  return [...new Set([...stated.keys(), ...balances.keys()])].sort().flatMap((account) => {
    const statements = stated.get(account) ?? []
    const booked = balances.get(account) ?? new Map<string, bigint>()
    const ofCompany = own.get(account) ?? []
    const found = [
      ...new Set([
        ...statements.map(({ currency }) => currency),
        ...ofCompany.filter((currency) => booked.has(currency)),
      ]),
    ]
    const [posted = 'RUB'] = booked.keys()
    const currencies = found.length > 0 ? found : [ofCompany[0] ?? posted]
    return currencies.map((currency, index) => {
      const known = statements.find((one) => one.currency === currency)
      return {
        account,
        currency,
        first_statement_day: known?.first_day ?? null,
        last_statement_day: known?.last_day ?? null,
        book_balance: fromUnits(booked.get(currency) ?? 0n, currency),
        other_balances:
          index > 0
            ? []
            : [...booked]
                .filter(([commodity, units]) => !currencies.includes(commodity) && units !== 0n)
                .map(([commodity, units]) => ({ commodity, balance: fromUnits(units, commodity) })),
      }
    })
  })
}

/** Each day of an own account; also for the command, which has no service. */
export async function readReconciliation(
  db: Db,
  { account, currency, from, to }: ReconciliationQuery,
): Promise<ReconciliationResponse> {
  if (from > to) throw new Invalid([fault(['query', 'from'], 'period_reversed')])
  if (dayAfter(from, mostReconciledDays - 1) < to)
    throw new Invalid([fault(['query', 'from'], 'period_too_long', { days: mostReconciledDays - 1 })])
  const held = (await knownAccounts(db)).filter((one) => one.account === account)
  if (currency === undefined && held.length > 1)
    throw new Invalid([
      fault(['query', 'currency'], 'currency_needed', {
        currencies: held.map((one) => one.currency).join(', '),
      }),
    ])
  const known = held.find((one) => (currency ?? one.currency) === one.currency)
  if (!known) throw new Invalid([fault(['query', 'account'], 'account_unknown')])
  return { account, currency: known.currency, from, to, days: await reconcile(db, known, { from, to }) }
}

/** What the bank says at the end of each day, and what the books say. */
export async function reconcile(
  db: Db,
  { account, currency }: Pick<KnownAccount, 'account' | 'currency'>,
  { from, to }: { from: string; to: string },
): Promise<ReconciliationDay[]> {
  const stated = await statementDays(db, { account, currency, from, to })
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
