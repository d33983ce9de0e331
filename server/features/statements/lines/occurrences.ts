import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** More than a file has lines. */
const mostOccurrences = 100_000

/** Added to the occurrence of lines, by account and currency. */
export type OccurrenceShifts = ReadonlyMap<string, number>

/**
 * Lines of an account that differ in nothing but their currency are two. What tells lines apart in the database has no
 * currency, and every node of the release before relies on it: so the occurrences of a currency that is not the first one
 * of its account begin elsewhere. The caller holds the accounts.
 */
export async function findShifts(
  db: Db,
  given: readonly { account: string; currency: string }[],
): Promise<OccurrenceShifts> {
  const accounts = [...new Set(given.map(({ account }) => account))]
  const { rows } = await sql<{ account: string; currency: string }>`
    select distinct on (account) account, currency from (
      select account, currency, statement_id from statement_periods where account = any (${accounts})
      union all
      select account, currency, statement_id from announced_lines where account = any (${accounts})
    ) as known order by account, statement_id, currency
  `.execute(db)
  const first = new Map(rows.map(({ account, currency }) => [account, currency]))
  for (const { account, currency } of given.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)))
    if (!first.has(account)) first.set(account, currency)
  return new Map(
    given.flatMap(({ account, currency }) =>
      currency === first.get(account)
        ? []
        : [[`${account} ${currency}`, mostOccurrences * numberOf(currency)] as const],
    ),
  )
}

/** Which one it is of lines that are otherwise the same, from 1. */
export function shownOccurrence(stored: number): number {
  return stored % mostOccurrences
}

/** From 1 to 17,576. */
function numberOf(currency: string): number {
  return [...currency].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 65, 0) + 1
}
