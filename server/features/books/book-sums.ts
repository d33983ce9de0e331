import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Entry } from './posting.ts'

export { findCompleteSeq } from './book-store.ts'

/**
 * SHA-256 of what every account has at the end of a day, of postings up to this one and of entries that are about to be posted:
 * lines of account, commodity and units.
 */
export async function hashTrialBalance(
  db: Db,
  { through, upTo, added = [] }: { through: string; upTo: number; added?: readonly Entry[] },
): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(coalesce(
      string_agg(account || ' ' || commodity || ' ' || units || E'\n', '' order by account collate "C", commodity collate "C"), ''
    ), 'UTF8')), 'hex') as hash
    from (
      select account, commodity, sum(amount) as units
      from (
        select account, commodity, amount
        from book_entries join book_postings on book_postings.id = posting_id
        where day <= ${through} and seq <= ${upTo}
        union all
        select * from unnest(${added.map(({ account }) => account)}::text[],
          ${added.map(({ commodity }) => commodity)}::text[], ${added.map(({ amount }) => String(amount))}::numeric[])
      ) as entry (account, commodity, amount)
      group by account, commodity having sum(amount) <> 0
    ) as balances
  `.execute(db)
  return (rows[0] as { hash: string }).hash
}

/** Whether something was posted on these days after this posting. */
export async function isPostedSince(
  db: Db,
  { through, upTo }: { through: string; upTo: number },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from book_postings where seq > ${upTo} and day <= ${through}) as found
  `.execute(db)
  return rows[0]?.found === true
}

export interface TrialBalanceDays {
  from?: string
  through: string
}

/**
 * What each account had before a day, its debits and credits since, and what it has at the end of another: in units, a query to
 * page. `upTo`: only postings up to this one, for who reads several pages of one moment.
 */
export function trialBalance(db: Db, { from, through }: TrialBalanceDays, upTo?: number) {
  const counts = from === undefined ? sql`true` : sql`day >= ${from}`
  return db.selectFrom(
    db
      .selectFrom('book_entries')
      .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
      .select(['account', 'commodity'])
      .select(sql<string>`coalesce(sum(amount) filter (where not ${counts}), 0)::text`.as('opening'))
      .select(sql<string>`coalesce(sum(amount) filter (where amount > 0 and ${counts}), 0)::text`.as('debit'))
      .select(
        sql<string>`coalesce(-sum(amount) filter (where amount < 0 and ${counts}), 0)::text`.as('credit'),
      )
      .select(sql<string>`sum(amount)::text`.as('balance'))
      .where('day', '<=', through)
      .$if(upTo !== undefined, (query) => query.where('seq', '<=', upTo as number))
      .groupBy(['account', 'commodity'])
      .as('row'),
  )
}

/** What was posted on an account on some days: a query to page, with amounts in units. */
export function ledger(
  db: Db,
  { account, commodity, from, through }: TrialBalanceDays & { account: string; commodity: string },
) {
  return db
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
    .select(['book_postings.id', 'kind', 'day', 'description', 'amount', 'commodity', 'request_id'])
    .select(
      sql<string[]>`array(
        select distinct other.account collate "C" from book_entries as other
        where other.posting_id = book_postings.id and other.account <> ${account} order by 1
      )`.as('others'),
    )
    .where('account', '=', account)
    .where('commodity', '=', commodity)
    .where('day', '<=', through)
    .$if(from !== undefined, (query) => query.where('day', '>=', from as string))
}

/** What an account has at the end of each of these days on which it moved, and before them, in units. */
export async function balancesByDay(
  db: Db,
  { account, commodity, from, to }: { account: string; commodity: string; from: string; to: string },
): Promise<{ before: bigint; moves: Map<string, bigint> }> {
  const { rows } = await sql<{ day: string | null; units: string }>`
    select case when day >= ${from} then day end::text as day, sum(amount)::text as units
    from book_entries join book_postings on book_postings.id = posting_id
    where account = ${account} and commodity = ${commodity} and day <= ${to}
    group by 1
  `.execute(db)
  const moves = new Map(
    rows.flatMap(({ day, units }) => (day === null ? [] : [[day, BigInt(units)] as const])),
  )
  return { before: BigInt(rows.find(({ day }) => day === null)?.units ?? 0), moves }
}

/** The own bank accounts on which something was posted, with what they have. */
export async function bankBalances(db: Db): Promise<{ account: string; commodity: string; units: bigint }[]> {
  const { rows } = await sql<{ account: string; commodity: string; units: string }>`
    select account, commodity, sum(amount)::text as units from book_entries
    where account like 'assets:bank:%' and account <> 'assets:bank:unreconciled'
    group by account, commodity order by account, commodity
  `.execute(db)
  return rows.map(({ account, commodity, units }) => ({ account, commodity, units: BigInt(units) }))
}

/** The first day on which something in this currency was posted on an account. */
export async function firstDayOf(db: Db, account: string, commodity: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from book_entries join book_postings on book_postings.id = posting_id
    where account = ${account} and commodity = ${commodity}
  `.execute(db)
  return rows[0]?.day ?? null
}

export interface AccountBalance {
  account: string
  commodity: string
  units: bigint
}

/** What accounts of one kind have at the end of a day; those that have nothing are left out. */
export async function balancesOf(
  db: Db,
  { prefix, through }: { prefix: string; through: string },
): Promise<AccountBalance[]> {
  const { rows } = await sql<{ account: string; commodity: string; units: string }>`
    select account, commodity, sum(amount)::text as units
    from book_entries join book_postings on book_postings.id = posting_id
    where starts_with(account, ${prefix}) and day <= ${through}
    group by account, commodity having sum(amount) <> 0 order by account, commodity
  `.execute(db)
  return rows.map(({ account, commodity, units }) => ({ account, commodity, units: BigInt(units) }))
}
