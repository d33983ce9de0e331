import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { EntryRow, EntryTables } from './entry-tables.ts'

export function insertEntry(db: Db, row: Insertable<EntryTables['book_manual_entries']>): Promise<EntryRow> {
  return db.insertInto('book_manual_entries').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  return db.selectFrom('book_manual_entries').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  return db.selectFrom('book_manual_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function updateEntry(
  db: Db,
  id: string,
  change: Updateable<EntryTables['book_manual_entries']>,
): Promise<EntryRow> {
  return db
    .updateTable('book_manual_entries')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
