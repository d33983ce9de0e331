import type { BookExportQuery, BookFormat } from '../../../contract/books/books.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  type AccountKey,
  findCompleteSeq,
  listAccounts,
  listCommodities,
  listOpenings,
} from './book-store.ts'
import { type BookFormatter, type ExportedEntry, openingAccount } from './export/book-format.ts'
import { csv } from './export/csv.ts'
import { hledger } from './export/hledger.ts'
import { postingPages } from './posting-pages.ts'

const formatters: Readonly<Record<BookFormat, BookFormatter>> = { hledger, csv }

const accountsAtOnce = 1_000
/** Each batch sums up all that was before, so few of them. */
const openingsAtOnce = 20_000

/**
 * The books of one moment, in pieces. The next piece is read when it is asked for, so that a slow reader needs neither
 * memory nor a connection.
 */
export async function* exportBooks(
  db: Db,
  { format, from, to }: Readonly<BookExportQuery>,
): AsyncGenerator<string> {
  const formatter = formatters[format]
  const upTo = await findCompleteSeq(db)
  yield formatter.head(await listCommodities(db))
  yield* accountPieces(db, formatter)
  if (from !== undefined) yield* openingPieces(db, formatter, { upTo, before: from })
  for await (const postings of postingPages(db, { upTo, from, to }))
    yield postings.map(formatter.posting).join('')
}

async function* accountPieces(db: Db, formatter: BookFormatter): AsyncGenerator<string> {
  let after: AccountKey | undefined
  while (true) {
    const rows = await listAccounts(db, after, accountsAtOnce)
    const previous = after?.account
    const names = new Map(rows.map(({ account, client }) => [account, client]))
    // A bank account with several currencies has a row for each.
    if (previous !== undefined) names.delete(previous)
    if (names.size > 0) yield formatter.accounts([...names].map(([account, client]) => ({ account, client })))
    if (rows.length < accountsAtOnce) return
    after = rows.at(-1)
  }
}

/**
 * What all accounts have before the first day. Income and expenses belong to their period: what was earned before is moved to
 * equity, as at the end of a year, so that the result in the file is that of its days.
 */
async function* openingPieces(
  db: Db,
  formatter: BookFormatter,
  { upTo, before }: { upTo: number; before: string },
): AsyncGenerator<string> {
  const earned = new Map<string, bigint>()
  let after: AccountKey | undefined
  while (true) {
    const rows = await listOpenings(db, { upTo, before }, after, openingsAtOnce)
    if (after === undefined && rows.length > 0) yield formatter.openingHead(before)
    const kept: ExportedEntry[] = []
    for (const row of rows) {
      if (!/^(income|expenses):/.test(row.account)) kept.push(row)
      else earned.set(row.commodity, (earned.get(row.commodity) ?? 0n) + BigInt(row.amount))
    }
    for (let index = 0; index < kept.length; index += accountsAtOnce) {
      yield formatter.openingEntries(before, kept.slice(index, index + accountsAtOnce))
    }
    if (rows.length < openingsAtOnce) break
    after = rows.at(-1)
  }
  const moved = [...earned].map(([commodity, amount]) => ({
    account: openingAccount,
    commodity,
    amount: String(amount),
  }))
  if (moved.length > 0) yield formatter.openingEntries(before, moved)
}

/** The name of the file: `books-2026-01-01-2026-12-31.journal`. */
export function exportFileName({ format, from, to }: BookExportQuery): string {
  const days = [from, to].filter((day) => day !== undefined).map((day) => `-${day}`)
  return `books${days.join('')}.${format === 'csv' ? 'csv' : 'journal'}`
}
