import { sql } from 'kysely'
import type { PaperArchiveQuery, PaperKind } from '../../../contract/purchase-requests/papers.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PaperFile, PaperRow } from './paper-tables.ts'

/** A paper with its file, if it is rendered. */
export type Paper = PaperRow & { size: number | null; sha256: Buffer | null }

function papers(db: Db) {
  return db
    .selectFrom('papers')
    .leftJoin('paper_files', 'paper_files.paper_id', 'papers.id')
    .selectAll('papers')
    .select(['paper_files.size', 'paper_files.sha256'])
}

export function findPaper(db: Db, requestId: string, id: string): Promise<Paper | undefined> {
  return papers(db).where('papers.id', '=', id).where('request_id', '=', requestId).executeTakeFirst()
}

export function findPaperById(db: Db, id: string): Promise<Paper | undefined> {
  return papers(db).where('papers.id', '=', id).executeTakeFirst()
}

export function lockPaper(db: Db, requestId: string, id: string): Promise<Paper | undefined> {
  return papers(db)
    .where('papers.id', '=', id)
    .where('request_id', '=', requestId)
    .forNoKeyUpdate('papers')
    .executeTakeFirst()
}

export function papersOf(db: Db, requestId: string) {
  return papers(db).where('request_id', '=', requestId)
}

/** The papers of a request that were not voided, newest first. The caller holds the row of the request. */
export function listHolding(
  db: Db,
  requestId: string,
  kind: PaperKind,
): Promise<{ id: string; number: string }[]> {
  return db
    .selectFrom('papers')
    .select(['id', 'number'])
    .where('request_id', '=', requestId)
    .where('kind', '=', kind)
    .where('voided_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** The next number of the company, kind and year. Locks the counter, so call it late in a transaction. */
export async function takeNumber(
  db: Db,
  { companyId, kind, year, at }: { companyId: string; kind: PaperKind; year: number; at: Date },
): Promise<{ number: string; issued_at: Date }> {
  const { rows } = await sql<{ last: number; issued_at: Date }>`
    insert into paper_numbers as numbers (company_id, kind, year, last, issued_at)
    values (${companyId}, ${kind}, ${year}, 1, ${at})
    on conflict (company_id, kind, year)
      do update set last = numbers.last + 1, issued_at = greatest(numbers.issued_at, excluded.issued_at)
    returning last, issued_at
  `.execute(db)
  const [{ last, issued_at }] = rows as [(typeof rows)[0]]
  return { number: `${year}-${String(last).padStart(6, '0')}`, issued_at }
}

export async function insertPaper(db: Db, paper: PaperRow): Promise<void> {
  await db.insertInto('papers').values(paper).execute()
}

export async function voidPaper(
  db: Db,
  id: string,
  change: Pick<PaperRow, 'voided_at' | 'voided_by' | 'void_reason'>,
): Promise<void> {
  await db.updateTable('papers').set(change).where('id', '=', id).execute()
}

export function findFile(db: Db, paperId: string): Promise<PaperFile | undefined> {
  return db.selectFrom('paper_files').selectAll().where('paper_id', '=', paperId).executeTakeFirst()
}

/** Papers with a date in the period. None is issued before its date, so that older rows are not looked at. */
function archived(db: Db, { from, to, company_id }: PaperArchiveQuery) {
  return papers(db)
    .where('papers.issued_at', '>=', new Date(`${dayAfter(from, -1)}T00:00:00Z`))
    .where(sql<boolean>`papers.content ->> 'issued_on' between ${from} and ${to}`)
    .$if(company_id !== undefined, (query) => query.where('papers.company_id', '=', company_id as string))
}

/** How many there are, and how many of those have no PDF yet. */
export async function countArchived(
  db: Db,
  query: PaperArchiveQuery,
): Promise<{ papers: number; rendering: number }> {
  return archived(db, query)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('papers'))
    .select(sql<number>`(count(*) filter (where paper_files.id is null))::int`.as('rendering'))
    .executeTakeFirstOrThrow()
}

export function listArchived(
  db: Db,
  query: PaperArchiveQuery,
  after: string | undefined,
  limit: number,
): Promise<Paper[]> {
  return archived(db, query)
    .$if(after !== undefined, (query) => query.where('papers.id', '>', after as string))
    .orderBy('papers.id')
    .limit(limit)
    .execute()
}
