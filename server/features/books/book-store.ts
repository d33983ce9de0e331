import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { withNext } from '../../platform/db/primary/with-next.ts'
import { organizationSummaries, organizationSummary } from '../organizations/organization-summary.ts'
import type { Client, ExportedAccount, ExportedEntry, ExportedPosting } from './export/book-format.ts'
import type { Entry, Fact, Posting } from './posting.ts'
import { isUndoneThatDay } from './undone.ts'

export interface NewPosting extends Posting {
  id: string
  reverses: string | null
  day: string
  postedAt: Date
}

/** Writes the posting and its entries in one statement. Triggers check the sums and keep the balances of clients. */
export async function insertPosting(db: Db, posting: NewPosting): Promise<void> {
  const { entries, fact } = posting
  await sql`${keptPlan}
    with posting as (
      insert into book_postings (id, kind, organization_id, request_id, fact_type, fact_id, reverses, description, at,
        day, posted_at, entries)
      values (${posting.id}, ${posting.kind}, ${posting.organizationId}, ${posting.requestId ?? null}, ${fact.type},
        ${fact.id}, ${posting.reverses}, ${posting.description}, ${posting.at},
        ${posting.day}, ${posting.postedAt}, ${entries.length})
      returning id
    )
    insert into book_entries (posting_id, n, account, commodity, amount)
    select id, n, account, commodity, amount
    from posting, unnest(${entries.map(({ account }) => account)}::text[],
      ${entries.map(({ commodity }) => commodity)}::text[],
      ${entries.map(({ amount }) => String(amount))}::numeric[])
      with ordinality as entry (account, commodity, amount, n)
    ${withNext}`.execute(db)
}

export interface FoundPosting {
  id: string
  organizationId: string | null
  requestId: string | null
  day: string
  entries: Entry[]
}

/** What was posted for a fact, in this order, without reversals. */
export async function findPostingsOf(db: Db, fact: Fact): Promise<FoundPosting[]> {
  const rows = await db
    .selectFrom('book_postings')
    .innerJoin('book_entries', 'book_entries.posting_id', 'book_postings.id')
    .select(['id', 'organization_id', 'request_id', 'day', 'account', 'commodity', 'amount'])
    .where('fact_type', '=', fact.type)
    .where('fact_id', '=', fact.id)
    .where('reverses', 'is', null)
    .orderBy('seq')
    .orderBy('n')
    .execute()
  const found = new Map<string, FoundPosting>()
  for (const { id, organization_id, request_id, day, account, commodity, amount } of rows) {
    const posting = found.get(id) ?? {
      id,
      organizationId: organization_id,
      requestId: request_id,
      day,
      entries: [],
    }
    posting.entries.push({ account, commodity, amount: BigInt(amount) })
    found.set(id, posting)
  }
  return [...found.values()]
}

/** The VAT that was posted for a request, or for its facts of one type, by account: a credit is negative. */
export async function findVatOf(
  db: Db,
  requestId: string,
  factType?: string,
): Promise<{ account: string; amount: bigint }[]> {
  const rows = await db
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
    .select(['account', sql<string>`sum(amount)::text`.as('amount')])
    .where('request_id', '=', requestId)
    .where('account', 'like', 'liabilities:vat:%')
    .$if(factType !== undefined, (query) => query.where('fact_type', '=', factType as string))
    .groupBy('account')
    .execute()
  return rows.map(({ account, amount }) => ({ account, amount: BigInt(amount) }))
}

/**
 * The highest seq when no posting is half-way. All that is lower is committed or will never be, and rows do not change:
 * whoever reads up to it in several queries sees one moment, without a transaction that lasts as long as a download.
 */
export function findCompleteSeq(db: Db): Promise<number> {
  return db.transaction().execute(async (db) => {
    // Postings wait while this waits for one of them.
    await sql`set local lock_timeout = 3000`.execute(db)
    await sql`select pg_advisory_xact_lock(hashtextextended('kontor books', 0))`.execute(db)
    const { seq } = await db
      .selectFrom('book_postings')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    return seq ?? 0
  })
}

/** Postings up to one moment, and of these days. */
export interface Range {
  upTo: number
  from?: string | undefined
  to?: string | undefined
}

/** A batch of postings with their entries, in the order of their days. */
export function listPostings(
  db: Db,
  { upTo, from, to }: Range,
  after: { day: string; seq: number } | undefined,
  limit: number,
): Promise<ExportedPosting[]> {
  return db
    .selectFrom('book_postings')
    .leftJoin(organizationSummary(db).as('organization'), 'organization.id', 'book_postings.organization_id')
    .select([
      'book_postings.id',
      'seq',
      'day',
      'kind',
      'organization_id',
      'request_id',
      'fact_type',
      'fact_id',
      'reverses',
      isUndoneThatDay('book_postings').as('is_undone'),
      'description',
      'posted_at',
      sql<Client>`json_build_object('name', organization.name, 'inn', organization.inn)`.as('client'),
      sql<ExportedEntry[]>`(
        select json_agg(json_build_object('account', account, 'commodity', commodity, 'amount', amount::text) order by n)
        from book_entries where posting_id = book_postings.id
      )`.as('entries'),
    ])
    .where('seq', '<=', upTo)
    .$if(from !== undefined, (query) => query.where('day', '>=', from as string))
    .$if(to !== undefined, (query) => query.where('day', '<=', to as string))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(day, seq) > (${after?.day}::date, ${after?.seq}::bigint)`),
    )
    .orderBy('day')
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** What each account has before a day, unless it is nothing. */
export function listOpenings(
  db: Db,
  { upTo, before }: { upTo: number; before: string },
  after: AccountKey | undefined,
  limit: number,
): Promise<ExportedEntry[]> {
  return db
    .selectFrom('book_entries')
    .innerJoin('book_postings', 'book_postings.id', 'book_entries.posting_id')
    .select(['account', 'commodity', sql<string>`sum(amount)::text`.as('amount'), clientOf.as('client')])
    .where('seq', '<=', upTo)
    .where('day', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(account, commodity) > (${after?.account}::text, ${after?.commodity}::text)`),
    )
    .groupBy(['account', 'commodity'])
    .having(sql<boolean>`sum(amount) <> 0`)
    .orderBy('account')
    .orderBy('commodity')
    .limit(limit)
    .execute()
}

export type AccountKey = { account: string; commodity: string }

/** Whose account it is, by the id in its name. */
const clientOf = sql<Client | null>`(
  select json_build_object('name', organization.name, 'inn', organization.inn)
  from ${organizationSummaries} as organization
  where organization.id = case when account like 'liabilities:client:%' then split_part(account, ':', 3)::uuid end
)`

export function listAccounts(
  db: Db,
  after: AccountKey | undefined,
  limit: number,
): Promise<(AccountKey & ExportedAccount)[]> {
  return db
    .selectFrom('book_accounts')
    .select(['account', 'commodity', clientOf.as('client')])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(account, commodity) > (${after?.account}::text, ${after?.commodity}::text)`),
    )
    .orderBy('account')
    .orderBy('commodity')
    .limit(limit)
    .execute()
}

export async function listCommodities(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('book_accounts')
    .select('commodity')
    .distinct()
    .orderBy('commodity')
    .execute()
  return rows.map(({ commodity }) => commodity)
}
