import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ProvenTable } from '../../platform/proofs/proven-table.ts'
import type { BookTables } from './book-tables.ts'

export type Closing = Selectable<BookTables['book_closings']>

/** A closed day forbids: a row that is missing, changed or older than the node knows stops every posting. */
export const closingTable: ProvenTable = {
  kind: 'book_closing',
  table: 'book_closings',
  name: 'Closings of the books',
  key: ['version'],
  keyType: 'integer',
  columns: [
    'version',
    'kind',
    'through',
    'reason',
    'open_items',
    'trial_balance',
    'changed_at',
    'changed_by',
    'changed_by_name',
  ],
  newest: 'version',
  wayOut:
    'Nothing is posted until somebody with a shell on the machine has looked at it with "kontor audit verify" and "kontor proofs show".',
}

export function findClosing(db: Db): Promise<Closing | undefined> {
  return db.selectFrom('book_closings').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
}

/** What counts until the transaction ends: whoever closes the books waits for it. */
export async function holdClosing(db: Db): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`select * from book_closing_in_force()`.execute(db)
  return rows[0]
}

/** Waits for all postings that are half-way, and lets none begin until the transaction ends. */
export async function holdBooksAlone(db: Db): Promise<void> {
  // Postings wait while this waits for one of them.
  await sql`set local lock_timeout = 3000`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended('kontor books', 0))`.execute(db)
}

export async function insertClosing(db: Db, row: Insertable<BookTables['book_closings']>): Promise<void> {
  await db
    .insertInto('book_closings')
    .values({ ...row, open_items: JSON.stringify(row.open_items) })
    .execute()
}

/** Newest first. */
export function listClosings(db: Db, limit: number): Promise<Closing[]> {
  return db.selectFrom('book_closings').selectAll().orderBy('version', 'desc').limit(limit).execute()
}

/**
 * The row with the last final day before the newest close that still counts. What was closed and opened again since is later
 * than the day in force, and is passed over.
 */
export function findClosingBefore(db: Db, { version, through }: Closing): Promise<Closing | undefined> {
  return db
    .selectFrom('book_closings')
    .selectAll()
    .where('version', '<', version)
    .where((where) => where.or([where('through', 'is', null), where('through', '<', through)]))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}
