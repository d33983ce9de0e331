import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { listPostings, type Range } from './book-store.ts'
import type { ExportedPosting } from './export/book-format.ts'
import type { AccountOf } from './foreign-sums.ts'

export type { Range } from './book-store.ts'
export type { ExportedPosting } from './export/book-format.ts'

const postingsAtOnce = 200

/** The postings of some days up to one moment, in the order of their days. The next page is read when it is asked for. */
export async function* postingPages(db: Db, range: Range): AsyncGenerator<ExportedPosting[]> {
  let after: { day: string; seq: number } | undefined
  while (true) {
    const postings = await listPostings(db, range, after, postingsAtOnce)
    if (postings.length > 0) yield postings
    if (postings.length < postingsAtOnce) return
    after = postings.at(-1)
  }
}

type Days = Pick<Range, 'upTo'> & { from: string; to: string }

/** The accounts on which something was posted on some days. */
export async function accountsWithin(db: Db, { upTo, from, to }: Days): Promise<AccountOf[]> {
  const { rows } = await sql<AccountOf>`
    select distinct entry.account collate "C" as account, entry.commodity collate "C" as commodity
    from book_postings as posting join book_entries as entry on entry.posting_id = posting.id
    where posting.day between ${from}::date and ${to}::date and posting.seq <= ${upTo}
    order by 1, 2
  `.execute(db)
  return rows
}

/** All accounts on which something was ever posted. */
export async function allAccounts(db: Db): Promise<AccountOf[]> {
  const { rows } = await sql<AccountOf>`
    select account, commodity from book_accounts order by account collate "C", commodity collate "C"
  `.execute(db)
  return rows
}

/** The days among some on which something was posted in other commodities than this one. */
export async function daysOtherThan(
  db: Db,
  { upTo, from, to }: Days,
  commodity: string,
): Promise<{ currency: string; day: string }[]> {
  const { rows } = await sql<{ currency: string; day: string }>`
    select distinct entry.commodity as currency, posting.day::text as day
    from book_postings as posting join book_entries as entry on entry.posting_id = posting.id
    where posting.day between ${from}::date and ${to}::date and posting.seq <= ${upTo}
      and entry.commodity <> ${commodity}
    order by 2, 1
  `.execute(db)
  return rows
}

export async function countEntries(db: Db, { upTo, from, to }: Days): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(entries), 0)::float8 as count from book_postings
    where day between ${from}::date and ${to}::date and seq <= ${upTo}
  `.execute(db)
  return rows[0]?.count ?? 0
}
