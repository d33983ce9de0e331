import { sql } from 'kysely'
import { type RateSource, rateLastsDays } from '../../../contract/books/rates.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RateRow } from './rate-tables.ts'

/** The newest rate of each of these currencies up to a day, unless it is too old to count. */
export async function findRatesInForce(
  db: Db,
  currencies: readonly string[],
  day: string,
): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select found.* from unnest(${currencies}::text[]) as asked (currency)
    cross join lateral (
      select * from exchange_rates as rate
      where rate.currency = asked.currency and rate.day <= ${day}::date and rate.day > ${day}::date - ${rateLastsDays}::int
      order by rate.day desc limit 1
    ) as found
  `.execute(db)
  return rows
}

/** The rates that count on days, of those of these currencies and days that have one. */
export async function findRatesOnDays(
  db: Db,
  asked: readonly { currency: string; day: string }[],
): Promise<(Pick<RateRow, 'currency' | 'rate' | 'nominal'> & { asked: string; day: string })[]> {
  const { rows } = await sql<Pick<RateRow, 'currency' | 'rate' | 'nominal'> & { asked: string; day: string }>`
    select asked.day::text as asked, found.currency, found.day, found.rate, found.nominal
    from unnest(${asked.map(({ currency }) => currency)}::text[], ${asked.map(({ day }) => day)}::date[])
      as asked (currency, day)
    cross join lateral (
      select * from exchange_rates as rate
      where rate.currency = asked.currency and rate.day <= asked.day and rate.day > asked.day - ${rateLastsDays}::int
      order by rate.day desc limit 1
    ) as found
  `.execute(db)
  return rows
}

/** Others who change rates wait until the transaction ends. Whoever reads them does not. */
export async function holdRates(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kontor rates', 0))`.execute(db)
}

export interface NewRate {
  currency: string
  day: string
  rate: string
  nominal: number
}

/** A rate that is about to be set, with what is there, and whether another one counted on its day until now. */
export interface ComparedRate extends NewRate {
  id: string | null
  before: { rate: string; nominal: number } | null
  in_force: boolean
}

export async function compareRates(db: Db, rates: readonly NewRate[]): Promise<ComparedRate[]> {
  const { rows } = await sql<ComparedRate>`
    select asked.currency, asked.day::text as day, asked.rate::text as rate, asked.nominal, known.id,
      case when known.id is not null
        then json_build_object('rate', known.rate::text, 'nominal', known.nominal) end as before,
      exists (
        select from exchange_rates as rate where rate.currency = asked.currency
          and rate.day <= asked.day and rate.day > asked.day - ${rateLastsDays}::int
      ) as in_force
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::date[],
      ${rates.map(({ rate }) => rate)}::numeric[], ${rates.map(({ nominal }) => nominal)}::int[])
      with ordinality as asked (currency, day, rate, nominal, n)
    left join exchange_rates as known on known.currency = asked.currency and known.day = asked.day
    order by n
  `.execute(db)
  return rows
}

/** Currencies that had a rate in the days before this one. */
export async function currenciesBefore(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from exchange_rates
    where day < ${day}::date and day > ${day}::date - ${rateLastsDays}::int order by currency
  `.execute(db)
  return rows.map(({ currency }) => currency)
}

export type SetRate = NewRate & { id: string }

export async function writeRates(
  db: Db,
  rates: readonly SetRate[],
  by: { source: RateSource; at: Date; id: string; name: string },
): Promise<RateRow[]> {
  if (rates.length === 0) return []
  return db
    .insertInto('exchange_rates')
    .columns(['id', 'currency', 'day', 'rate', 'nominal', 'source', 'set_at', 'set_by', 'set_by_name'])
    .expression(
      sql`select *, ${by.source}, ${by.at}::timestamptz, ${by.id}, ${by.name}
        from unnest(${rates.map(({ id }) => id)}::uuid[], ${rates.map(({ currency }) => currency)}::text[],
          ${rates.map(({ day }) => day)}::date[], ${rates.map(({ rate }) => rate)}::numeric[],
          ${rates.map(({ nominal }) => nominal)}::int[])` as never,
    )
    .onConflict((conflict) =>
      conflict.columns(['currency', 'day']).doUpdateSet(({ ref }) => {
        const columns = ['rate', 'nominal', 'source', 'set_at', 'set_by', 'set_by_name'] as const
        return Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)]))
      }),
    )
    .returningAll()
    .execute()
}

export function findRate(db: Db, id: string): Promise<RateRow | undefined> {
  return db.selectFrom('exchange_rates').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function deleteRate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('exchange_rates').where('id', '=', id).execute()
}
