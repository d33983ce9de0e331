import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isUndoneThatDay } from './undone.ts'

/** An account in one currency. */
export interface AccountOf {
  account: string
  commodity: string
}

/** How often an amount was posted on an account on a day: what moves nothing within a posting is left out. */
export interface DayMove {
  day: string
  /** Smallest units; a debit is positive. */
  units: bigint
  count: bigint
}

/** The accounts on which something was posted whose names match, without those in this commodity. */
export async function accountsOtherThan(db: Db, pattern: string, commodity: string): Promise<AccountOf[]> {
  const { rows } = await sql<AccountOf>`
    select account, commodity from book_accounts where commodity <> ${commodity} and account ~ ${pattern}
    order by account collate "C", commodity collate "C"
  `.execute(db)
  return rows
}

/**
 * What moved on each of these accounts up to a day, by day, in the order of the accounts. What was reversed on its own day has
 * not moved: otherwise the reversal of what raised an advance would take the average of it.
 */
export async function movesByDay(
  db: Db,
  of: readonly AccountOf[],
  through: string,
): Promise<readonly (readonly DayMove[])[]> {
  const { rows } = await sql<{ which: number; day: string; units: string; count: string }>`
    select which, day::text as day, units::text as units, count(*)::text as count
    from (
      select asked.which::int as which, posting.day, sum(entry.amount) as units
      from unnest(${of.map(({ account }) => account)}::text[], ${of.map(({ commodity }) => commodity)}::text[])
        with ordinality as asked (account, commodity, which)
      join book_entries as entry on entry.account = asked.account and entry.commodity = asked.commodity
      join book_postings as posting on posting.id = entry.posting_id
      where posting.day <= ${through}::date and not ${isUndoneThatDay('posting')}
      group by asked.which, posting.id having sum(entry.amount) <> 0
    ) as moved
    group by which, moved.day, units order by which, moved.day
  `.execute(db)
  const found: DayMove[][] = of.map(() => [])
  for (const { which, day, units, count } of rows)
    found[which - 1]?.push({ day, units: BigInt(units), count: BigInt(count) })
  return found
}

/**
 * What was posted up to a day on accounts whose names match, by the account that has the other side: a key is both names
 * with a space between.
 */
export async function sumsByOtherSide(
  db: Db,
  { pattern, commodity, through }: { pattern: string; commodity: string; through: string },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account: string; other: string; units: string }>`
    select entry.account, other.account as other, sum(entry.amount)::text as units
    from book_accounts as known
    join book_entries as entry on entry.account = known.account and entry.commodity = known.commodity
    join book_postings as posting on posting.id = entry.posting_id
    join book_entries as other on other.posting_id = posting.id and other.n <> entry.n
    where known.commodity = ${commodity} and known.account ~ ${pattern} and posting.day <= ${through}::date
    group by entry.account, other.account
  `.execute(db)
  return new Map(rows.map(({ account, other, units }) => [`${account} ${other}`, BigInt(units)]))
}
