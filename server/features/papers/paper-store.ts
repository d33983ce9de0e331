import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PaperArchiveQuery, PaperKind } from '../../../contract/purchase-requests/papers.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Db } from '../../platform/db/database.ts'
import { literal } from '../../platform/db/primary/literals.ts'
import { markedTime, restWithCommit } from '../../platform/db/primary/with-commit.ts'
import type { PaperFile, PaperRow } from './paper-tables.ts'
import type { StoredContent } from './printing/stored-content.ts'

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

export interface NumberSeries {
  companyId: string
  kind: PaperKind
  year: number
}

/** When the last paper of a series was issued. Locks nothing: the next one may be issued at this moment. */
export async function findLastIssued(
  db: Db,
  { companyId, kind, year }: NumberSeries,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('paper_numbers')
    .select('issued_at')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.issued_at
}

/**
 * The next number of the series, and a time that is not before that of the paper before. The server takes both with the
 * commit, so that no other paper waits for this process; until then these marks stand for them. The mark of the number is
 * as long as one, because texts are cut. Everything from here on travels with the commit. `day`: what the paper says, if
 * it is that of its time.
 */
export async function takeNumber(
  db: Db,
  { companyId, kind, year }: NumberSeries,
  { at, day, timeZone }: { at: Date; day: string | null; timeZone: string },
): Promise<{ number: string; issued_at: Date }> {
  const marks = { number: randomBytes(8).toString('base64url'), issued_at: markedTime() }
  const texts = [companyId, kind, year, at, day, timeZone, marks.number, marks.issued_at]
  await restWithCommit(`paper_place(${texts.map((text, n) => literal(text, n)).join(', ')})`).execute(db)
  return marks
}

/** What the server has put for the marks of a new paper. */
export function findPlace(db: Db, id: string): Promise<Pick<PaperRow, 'number' | 'issued_at'>> {
  return db
    .selectFrom('papers')
    .select(['number', 'issued_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function insertPaper(db: Db, { content, ...paper }: PaperRow): Promise<void> {
  await db
    .insertInto('papers')
    .values({ ...paper, content: sql<StoredContent>`${JSON.stringify(content)}` })
    .execute()
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
