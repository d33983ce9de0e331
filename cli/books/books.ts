import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formats } from '../../contract/api/formats.ts'
import { type BookFormat, bookFormats } from '../../contract/books/books.ts'
import { exportBooks } from '../../server/features/books/book-export.ts'
import { recordExport } from '../../server/features/books/book-service.ts'
import { type BooksVerification, verifyBooks } from '../../server/features/books/books-verify.ts'
import { accountsOfStrangers } from '../../server/features/papers/own-accounts.ts'
import { journalFile } from '../../server/features/plan/journal-files.ts'
import { openJournal, recordJournal } from '../../server/features/plan/plan-service.ts'
import { cli } from '../../server/platform/actor.ts'
import { Failure, Invalid } from '../../server/platform/errors.ts'
import { createSheetPool } from '../../server/platform/exports/sheet-pool.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { beforeRelease } from '../command/release.ts'

export const booksExport: Command = {
  name: 'books export',
  summary: 'Write the books for hledger, as CSV, or as a journal by the plan of accounts',
  help: `Days are those of KONTOR_TIME_ZONE; both are included. With --from, what was before comes as opening balances. The
format journal is for accountants and 1C: it needs --from and --to, has no opening balances, and is a workbook if the file ends in
.xlsx, otherwise CSV. The export is recorded in the audit log. See docs/books.md.`,
  options: {
    format: { type: 'string', description: 'hledger, csv or journal; default: hledger' },
    from: { type: 'string', description: 'First day, such as 2026-01-01' },
    to: { type: 'string', description: 'Last day, such as 2026-12-31' },
    output: { type: 'string', description: 'File to write; default: standard output' },
  },
  run: ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    if (values.format === 'journal') return exportJournal(values)
    const query = { format: format(values.format), ...day('from', values.from), ...day('to', values.to) }
    return withDatabase(async (tools) => {
      const { db } = tools
      await beforeRelease(tools, () => recordExport(db, query, cli('books export'), new Date()))
      const pieces = Readable.from(exportBooks(db, query))
      if (values.output === undefined) await pipeline(pieces, process.stdout, { end: false })
      else await pipeline(pieces, createWriteStream(String(values.output), { mode: 0o600 }))
      return 0
    })
  },
}

function exportJournal(values: Readonly<Record<string, unknown>>): Promise<number> {
  const { from } = day('from', values.from)
  const { to } = day('to', values.to)
  if (from === undefined || to === undefined) throw new UsageError('--format journal needs --from and --to')
  if (from > to) throw new UsageError('--from should not be after --to')
  const output = values.output === undefined ? undefined : String(values.output)
  const query = { format: output?.endsWith('.xlsx') ? 'xlsx' : 'csv', from, to } as const
  return withDatabase(async (tools) => {
    const { db } = tools
    const sheets = createSheetPool()
    try {
      const pages = await openJournal(db, query)
      await beforeRelease(tools, () =>
        db.transaction().execute(async (db) => recordJournal(db, query, cli('books export'), new Date())),
      )
      const pieces = Readable.from(journalFile(pages, query.format, sheets), { objectMode: false })
      if (output === undefined) await pipeline(pieces, process.stdout, { end: false })
      else await pipeline(pieces, createWriteStream(output, { mode: 0o600 }))
      return 0
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof Invalid)) throw error
      process.stderr.write(`kontor: ${error.message}\n`)
      return 1
    } finally {
      await sheets.close()
    }
  })
}

export const booksVerify: Command = {
  name: 'books verify',
  summary: 'Check that all postings balance and that the balances of clients equal their entries',
  help: 'The exit code is 1 if something is wrong; what it is is printed. May run while the service is running.',
  run: ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('this command takes no arguments')
    return withDatabase(async ({ db }) => {
      const result = await verifyBooks(db)
      process.stdout.write(booksLines(result))
      for (const account of await accountsOfStrangers(db, result.bankAccounts))
        process.stdout.write(`Note: no company of the desk has the bank account ${account}.\n`)
      return result.problems.length === 0 ? 0 : 1
    })
  },
}

/** What a verification has found, for people. */
export function booksLines({ postings, balances, problems }: BooksVerification): string {
  const outcome =
    problems.length === 0
      ? ['The books balance.']
      : problems.map((problem) => `THE BOOKS DO NOT BALANCE. ${problem}`)
  return [`Books: ${postings} postings, ${balances} balances of clients`, ...outcome, ''].join('\n')
}

function format(value: unknown): BookFormat {
  const known = bookFormats.find((format) => format === (value ?? 'hledger'))
  if (!known) throw new UsageError('--format should be hledger, csv or journal')
  return known
}

function day(name: 'from' | 'to', value: unknown): { from?: string; to?: string } {
  if (value === undefined) return {}
  if (!formats.date(String(value))) throw new UsageError(`--${name} should be a day such as 2026-01-31`)
  return { [name]: String(value) }
}
