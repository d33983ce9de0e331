import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface StatementDay {
  day: string
  /** Decimal; null if no statement with balances is known up to this day. */
  balance: string | null
  open_lines: number
  has_statement: boolean
}

/**
 * What the statements of an account say at the end of each day: the opening balance of the last statement that has begun,
 * and its lines since. Days without a statement go on from there: those without movements need none.
 */
export async function statementDays(
  db: Db,
  { account, currency, from, to }: { account: string; currency: string; from: string; to: string },
): Promise<StatementDay[]> {
  const { rows } = await sql<StatementDay>`
    with moves as materialized (
      select booked_on, sum(case direction when 'incoming' then amount else -amount end) as moved,
        count(*) filter (where status in ('new', 'set_aside'))::integer as open
      from statement_lines where account = ${account} and currency = ${currency} and booked_on <= ${to} group by booked_on
    ), days as (
      select day::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') as day
    )
    select days.day::text as day, (
        select anchor.opening + coalesce((
          select sum(moved) from moves where booked_on between anchor.first_day and days.day
        ), 0)
        from (
          select opening, first_day from statement_periods
          where account = ${account} and currency = ${currency} and opening is not null and first_day <= days.day
          order by first_day desc, statement_id desc limit 1
        ) as anchor
      )::text as balance,
      coalesce((select open from moves where booked_on = days.day), 0) as open_lines,
      exists (
        select from statement_periods
        where account = ${account} and currency = ${currency} and days.day between first_day and last_day
      ) as has_statement
    from days order by days.day
  `.execute(db)
  return rows
}

export interface StatementAccountKnown {
  account: string
  currency: string
  first_day: string
  last_day: string
}

/** The accounts of which statements were imported, in each currency. */
export async function statementAccounts(db: Db): Promise<StatementAccountKnown[]> {
  const { rows } = await sql<StatementAccountKnown>`
    select account, currency, min(first_day)::text as first_day, max(last_day)::text as last_day
    from statement_periods group by account, currency order by account, currency
  `.execute(db)
  return rows
}
