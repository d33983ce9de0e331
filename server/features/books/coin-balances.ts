import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

const intervalMs = 60_000
/** So many are added up at once, so that a posting never waits long. */
const batchSize = 10_000

/** What the books have on each account of coins that ever had some, in smallest units. */
export async function coinBalances(db: Db): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account: string; units: string }>`
    select account, sum(units)::text as units from (
      select account, balance as units from coin_balances
      union all
      select account, amount from coin_balance_changes
    ) as known group by account
  `.execute(db)
  return new Map(rows.map(({ account, units }) => [account, BigInt(units)]))
}

/** What was posted on accounts of coins on each day after a day. */
export async function coinChangesByDay(
  db: Db,
  after: string,
): Promise<{ account: string; day: string; units: bigint }[]> {
  const { rows } = await sql<{ account: string; day: string; units: string }>`
    select account, day::text as day, sum(amount)::text as units
    from book_postings join book_entries on posting_id = book_postings.id
    where day > ${after}::date and account like 'assets:coins:%'
    group by account, day
  `.execute(db)
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))
}

/** Adds what was posted since to the balances, so that reading them stays short. */
export function createCoinBalancesJob({ db }: { db: Db }): Job {
  return {
    name: 'coin-balances',
    intervalMs,
    jitter: 0.2,
    async run(stopping) {
      while (!stopping.aborted) if ((await foldCoinBalances(db)) < batchSize) return
    },
  }
}

/** Returns how many changes were added. */
export async function foldCoinBalances(db: Db): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (
      delete from coin_balance_changes where seq in (
        select seq from coin_balance_changes order by seq limit ${batchSize} for update skip locked
      )
      returning account, commodity, amount
    ), added as (
      insert into coin_balances as kept (account, commodity, balance)
        select account, commodity, sum(amount) from gone group by account, commodity order by account
        on conflict (account) do update set balance = kept.balance + excluded.balance
    )
    select count(*)::integer as folded from gone
  `.execute(db)
  return rows[0]?.folded ?? 0
}
