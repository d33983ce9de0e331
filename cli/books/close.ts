import { formats } from '../../contract/api/formats.ts'
import type { ReconciliationDay } from '../../contract/books/close.ts'
import { isZero } from '../../contract/money/decimal.ts'
import { endOfMonthBefore } from '../../contract/values/calendar.ts'
import { computeChecklist } from '../../server/features/close/checklist.ts'
import { knownAccounts, readReconciliation } from '../../server/features/close/reconciliation.ts'
import { uncoveredCoins } from '../../server/features/treasury/coin-costs.ts'
import { daysIn } from '../../server/platform/days.ts'
import { Invalid } from '../../server/platform/errors.ts'
import { type Call, type Command, UsageError, withDatabase } from '../command/command.ts'
import { uncheckedClosings } from '../command/unchecked-closings.ts'

export const booksChecklist: Command = {
  name: 'books checklist',
  summary: 'Show what is open before a period is closed',
  help: `What the page Close of the console shows: a line for each item, with its code, day, amount and what it is about. Changes
nothing. The exit code is 0 if nothing is open, and 1 if something is. See docs/close.md.`,
  options: {
    through: { type: 'string', description: 'Last day; default: the last day of the month before' },
  },
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    const asked = day('through', values)
    return withDatabase(async ({ db, config }) => {
      const days = daysIn(config.timeZone)
      const through = asked ?? endOfMonthBefore(days.dayOf(new Date()))
      const closed = (await uncheckedClosings.find(db))?.through ?? null
      const { counts, items, without_statements } = await computeChecklist(
        db,
        days,
        { uncovered: uncoveredCoins },
        { closed, through },
      )
      const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
      print([`Up to ${through}: ${open === 0 ? 'nothing is open.' : `${open} open.`}`])
      print([`Final up to ${closed ?? 'no day'}.`])
      print(
        items.map(({ code, day, amount, currency, title }) =>
          [code, day ?? '-', amount === null ? '-' : `${amount} ${currency}`, title].join('  '),
        ),
      )
      print(
        without_statements.map(
          ({ account, currency, reason }) => `Without statements: ${account} ${currency} (${reason})`,
        ),
      )
      if (open > items.length) print([`${open - items.length} more are not shown.`])
      return open === 0 ? 0 : 1
    })
  },
}

export const booksReconciliation: Command = {
  name: 'books reconciliation',
  summary: 'Compare own bank accounts by the statements with the books',
  help: `Without --account, the last day of each account; with it, each day from --from to --to. Days without a statement have no balance of
the bank. Changes nothing. The exit code is 0 if the last day agrees everywhere, and 1 if it differs or has no balance of the bank. See
docs/close.md.`,
  options: {
    account: { type: 'string', description: 'Own account; default: all of them' },
    currency: { type: 'string', description: 'Its currency, if the account holds several' },
    from: { type: 'string', description: 'First day; default: the first day of the month of the last one' },
    to: { type: 'string', description: 'Last day; default: the last day of the month before' },
  },
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    const [asked, until] = [day('from', values), day('to', values)]
    const account = values.account === undefined ? undefined : String(values.account)
    const currency = values.currency === undefined ? undefined : String(values.currency)
    if (account === undefined && (asked ?? currency) !== undefined)
      throw new UsageError('--from and --currency need --account')
    return withDatabase(async ({ db, config }) => {
      const to = until ?? endOfMonthBefore(daysIn(config.timeZone).dayOf(new Date()))
      const from = account === undefined ? to : (asked ?? `${to.slice(0, 7)}-01`)
      const accounts =
        account === undefined ? await knownAccounts(db) : [{ account, ...(currency && { currency }) }]
      let differs = false
      try {
        for (const one of accounts) {
          const { days, currency } = await readReconciliation(db, {
            account: one.account,
            ...(one.currency && { currency: one.currency }),
            from,
            to,
          })
          print([`${one.account} ${currency}`, ...days.map(lineOf)])
          if (!agrees(days.at(-1))) differs = true
        }
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        process.stderr.write(`kontor: ${error.faults.map(({ msg }) => msg).join(' ')}\n`)
        return 1
      }
      if (accounts.length === 0) print(['There are no own bank accounts yet.'])
      return differs ? 1 : 0
    })
  },
}

function lineOf({ day, statement_balance, book_balance, difference, open_lines }: ReconciliationDay): string {
  const bank = statement_balance === null ? 'no statement' : `bank ${statement_balance}`
  const open = open_lines === 0 ? [] : [`${open_lines} lines without a posting`]
  const differs = difference === null ? [] : isZero(difference) ? ['equal'] : [`differs by ${difference}`]
  return [`  ${day}`, bank, `books ${book_balance}`, ...differs, ...open].join('  ')
}

function agrees(last: ReconciliationDay | undefined): boolean {
  return last?.difference !== null && last?.difference !== undefined && isZero(last.difference)
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

function day(name: string, values: Call['values']): string | undefined {
  const { [name]: value } = values
  if (value === undefined) return undefined
  if (!formats.date(String(value))) throw new UsageError(`--${name} should be a day such as 2026-01-31`)
  return String(value)
}
