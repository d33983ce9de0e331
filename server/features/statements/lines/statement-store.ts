import { type RawBuilder, sql } from 'kysely'
import type { PostingAccount } from '../../../../contract/books/line-postings.ts'
import type { StatementDirection, StatementLineStatus } from '../../../../contract/books/statements.ts'
import type { Db } from '../../../platform/db/database.ts'
import { equals } from '../../../platform/lists/conditions.ts'
import type { ExceptionRow, LineRow, MatchRow, PostingRow, StatementRow } from './statement-tables.ts'

type Page = { cursor?: string | undefined; limit: number }

export function findStatement(db: Db, id: string): Promise<StatementRow | undefined> {
  return db.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst()
}

export function statements(db: Db) {
  return db.selectFrom('statements').selectAll()
}

/** What statements do not follow from, by their id. */
export async function listExceptions(db: Db, ids: readonly string[]): Promise<Map<string, ExceptionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_exceptions')
    .selectAll()
    .where('statement_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.statement_id, row]))
}

/** How many lines of each statement are new. */
export async function countOpenLines(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_contents as content')
    .innerJoin('statement_lines as line', 'line.id', 'content.line_id')
    .select(({ fn }) => ['content.statement_id', fn.countAll<number>().as('open')])
    .where('content.statement_id', 'in', ids)
    .where('line.status', '=', 'new')
    .groupBy('content.statement_id')
    .execute()
  return new Map(rows.map(({ statement_id, open }) => [statement_id, open]))
}

export interface LineFilter extends Page {
  status?: StatementLineStatus | undefined
  direction?: StatementDirection | undefined
  posted_as?: PostingAccount | undefined
  account?: string | undefined
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export type Line = LineRow & { imported_at: Date }

export function linesWithImport(db: Db) {
  return db
    .selectFrom('statement_lines as line')
    .innerJoin('statements as statement', 'statement.id', 'line.statement_id')
    .selectAll('line')
    .select('statement.imported_at')
}

export function findLine(db: Db, id: string): Promise<Line | undefined> {
  return linesWithImport(db).where('line.id', '=', id).executeTakeFirst()
}

export function lockLine(db: Db, id: string): Promise<Line | undefined> {
  return linesWithImport(db).where('line.id', '=', id).forUpdate('line').executeTakeFirst()
}

/** Lines that nobody has dealt with, the newest first. */
export function listNewLines(db: Db, before: string | undefined, limit: number): Promise<Line[]> {
  return linesWithImport(db)
    .where('line.status', '=', 'new')
    .$if(before !== undefined, (query) => query.where('line.id', '<', before as string))
    .orderBy('line.id', 'desc')
    .limit(limit)
    .execute()
}

/** What the filters of lists of lines mean. */
export function lineConditions({
  status,
  direction,
  posted_as,
  account,
  currency,
  from,
  to,
}: Omit<LineFilter, keyof Page>): RawBuilder<boolean>[] {
  return [
    ...equals('line', { status, direction, account, currency }),
    ...(from === undefined ? [] : [sql<boolean>`line.booked_on >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`line.booked_on <= ${to}`]),
    ...(posted_as === undefined ? [] : [isPostedAs(posted_as)]),
  ]
}

function isPostedAs(account: PostingAccount): RawBuilder<boolean> {
  return sql`line.status = 'posted' and exists (
    select from statement_postings as posting
    where posting.line_id = line.id and posting.account = ${account} and posting.reversed_at is null
  )`
}

/** How many lines of a file are looked at for a page at once. */
const window = 1000

/**
 * In the order of the file. Looks at one stretch of it after the other: PostgreSQL knows nothing yet of a statement that
 * was just imported, and would sort all of its lines for each page.
 */
export async function listLinesOf(
  db: Db,
  statement: { id: string; new_lines: number; known_lines: number },
  { cursor, limit, ...filter }: LineFilter,
): Promise<Line[]> {
  const last = statement.new_lines + statement.known_lines
  const found: Line[] = []
  let from = cursor === undefined ? 0 : await findPosition(db, statement.id, cursor)
  for (; from < last && found.length < limit; from += window) {
    const lines = await linesWithImport(db)
      .innerJoin('statement_contents as content', 'content.line_id', 'line.id')
      .where('content.statement_id', '=', statement.id)
      .where('content.position', '>', from)
      .where('content.position', '<=', from + window)
      .where((where) => where.and(lineConditions(filter)))
      .orderBy('content.position')
      .limit(limit - found.length)
      .execute()
    found.push(...lines)
  }
  return found
}

/** The place of a line in the file; after the end for a line that the statement does not have. */
async function findPosition(db: Db, statementId: string, lineId: string): Promise<number> {
  const row = await db
    .selectFrom('statement_contents')
    .select('position')
    .where('statement_id', '=', statementId)
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  return row?.position ?? Number.MAX_SAFE_INTEGER
}

/** What lines are matched with, without what was reversed. */
export async function listMatches(db: Db, lineIds: readonly string[]): Promise<Map<string, MatchRow[]>> {
  if (lineIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_matches')
    .selectAll()
    .where('line_id', 'in', lineIds)
    .where('released_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ line_id }) => line_id)
}

export async function insertMatches(db: Db, rows: readonly MatchRow[]): Promise<void> {
  await db
    .insertInto('statement_matches')
    .values([...rows])
    .execute()
}

export async function updateLine(
  db: Db,
  id: string,
  change: {
    status: StatementLineStatus
    set_aside_reason: string | null
    decided_by: string | null
    decided_at: Date | null
    waiting_since?: Date
  },
): Promise<void> {
  await db.updateTable('statement_lines').set(change).where('id', '=', id).execute()
}

/** The line that proves a payment or refund. */
export async function findLineOfFact(db: Db, factId: string): Promise<string | undefined> {
  const match = await db
    .selectFrom('statement_matches')
    .select('line_id')
    .where('fact_id', '=', factId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return match?.line_id
}

/** False if nothing of the line holds for this payment. */
export async function releaseMatch(db: Db, lineId: string, factId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement_matches')
    .set({ released_at: at })
    .where('line_id', '=', lineId)
    .where('fact_id', '=', factId)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What lines were posted as, without what was reversed. */
export async function listLinePostings(db: Db, lineIds: readonly string[]): Promise<Map<string, PostingRow>> {
  if (lineIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('statement_postings')
    .selectAll()
    .where('line_id', 'in', lineIds)
    .where('reversed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.line_id, row]))
}

export async function insertLinePosting(
  db: Db,
  row: Pick<
    PostingRow,
    'id' | 'line_id' | 'account' | 'text' | 'acquisition_id' | 'posted_at' | 'posted_by' | 'posted_by_name'
  >,
): Promise<void> {
  await db.insertInto('statement_postings').values(row).execute()
}

export async function updateLinePosting(
  db: Db,
  id: string,
  change: Pick<
    PostingRow,
    'reversed_at' | 'reversed_on' | 'reversed_by' | 'reversed_by_name' | 'reversed_reason'
  >,
): Promise<void> {
  await db.updateTable('statement_postings').set(change).where('id', '=', id).execute()
}
