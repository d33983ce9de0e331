import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Entry, Fact } from './posting.ts'

/** A posting as far as the cost and the result of coins follow from it. */
export interface CoinPosting {
  id: string
  day: string
  fact: Fact
  organizationId: string | null
  requestId: string | null
  reverses: string | null
  /** The day of the posting that it reverses. */
  reversedDay: string | null
  /** The day of its own reversal, as far as that was asked for. */
  undoneOn: string | null
  description: string
  entries: Entry[]
}

interface Wanted {
  /** The last day. */
  through: string
  from?: string | undefined
  /** The last posting, if others may be added meanwhile. */
  upTo?: number | undefined
}

const walletAccount = sql`(account like 'assets:coins:%:%:%' and account not like '%:elsewhere')`

/** Everything that moved coins of own wallets up to a day, of one asset or of all, in the order of (day, posting). */
export function walletPostings(
  db: Db,
  { asset, ...wanted }: Wanted & { asset?: string | undefined },
): Promise<CoinPosting[]> {
  if (asset === undefined) return read(db, wanted, walletAccount)
  return read(db, wanted, sql`(${walletAccount} and commodity = ${asset})`)
}

/** The accounts of coins that facts of a type were posted on, by fact: the first one of each. */
export async function coinAccountsOf(
  db: Db,
  factType: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ fact_id: string; account: string }>`
    select fact_id, account from book_postings join book_entries on posting_id = book_postings.id
    where fact_type = ${factType} and fact_id = any(${ids}::text[]) and reverses is null and account like 'assets:coins:%'
    order by seq desc
  `.execute(db)
  return new Map(rows.map(({ fact_id, account }) => [fact_id, account]))
}

/** What deliveries and fees brought within some days, from wherever the coins were. */
export function revenuePostings(db: Db, wanted: Wanted): Promise<CoinPosting[]> {
  return read(db, wanted, sql`(account like 'income:fee:%' or account like 'assets:coins:%')`)
}

/** What a request has brought. */
export function revenueOfRequest(db: Db, requestId: string, through: string): Promise<CoinPosting[]> {
  return read(
    db,
    { through },
    sql`(account like 'income:fee:%' or account like 'assets:coins:%')`,
    sql`posting.request_id = ${requestId}::uuid`,
  )
}

async function read(
  db: Db,
  { from, through, upTo }: Wanted,
  about: ReturnType<typeof sql>,
  condition = sql`true`,
): Promise<CoinPosting[]> {
  const since = from === undefined ? sql`true` : sql`posting.day >= ${from}::date`
  const until = upTo === undefined ? sql`true` : sql`posting.seq <= ${upTo}::bigint`
  const { rows } = await sql<{
    id: string
    day: string
    fact_type: string
    fact_id: string
    organization_id: string | null
    request_id: string | null
    reverses: string | null
    reversed_day: string | null
    undone_on: string | null
    description: string
    entries: { account: string; commodity: string; amount: string }[]
  }>`
    select posting.id, posting.day::text as day, posting.fact_type, posting.fact_id, posting.organization_id,
      posting.request_id, posting.reverses, original.day::text as reversed_day,
      case when undone.seq <= ${upTo ?? Number.MAX_SAFE_INTEGER}::bigint then undone.day::text end as undone_on,
      posting.description,
      (
        select json_agg(json_build_object('account', account, 'commodity', commodity, 'amount', amount::text) order by n)
        from book_entries where posting_id = posting.id
      ) as entries
    from book_postings as posting
    left join book_postings as original on original.id = posting.reverses
    left join book_postings as undone on undone.reverses = posting.id
    where posting.day <= ${through}::date and ${since} and ${until} and ${condition}
      and exists (select from book_entries where posting_id = posting.id and ${about})
    order by posting.day, posting.seq
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    fact: { type: row.fact_type, id: row.fact_id },
    organizationId: row.organization_id,
    requestId: row.request_id,
    reverses: row.reverses,
    reversedDay: row.reversed_day,
    undoneOn: row.undone_on,
    description: row.description,
    entries: row.entries.map(({ amount, ...entry }) => ({ ...entry, amount: BigInt(amount) })),
  }))
}

/** What closes have posted as cost within some days, by day and what it is of: the fact without its last part. */
export async function postedCosts(
  db: Db,
  { from, through }: { from: string; through: string },
): Promise<(Entry & { day: string; of: string })[]> {
  const { rows } = await sql<{ day: string; of: string; account: string; commodity: string; amount: string }>`
    select day::text as day, regexp_replace(fact_id, '[.][0-9]+$', '') as of, account, commodity, sum(amount)::text as amount
    from book_postings join book_entries on posting_id = id
    where fact_type = 'cost' and day between ${from}::date and ${through}::date
    group by 1, 2, 3, 4 having sum(amount) <> 0
  `.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}
