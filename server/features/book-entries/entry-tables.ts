import type { ColumnType, Generated, Selectable } from 'kysely'
import type { EntryLeg } from '../../../contract/books/book-entries.ts'

export interface EntryTables {
  book_manual_entries: {
    id: string
    date: string
    text: string
    organization_id: string | null
    legs: ColumnType<EntryLeg[], string, never>
    made_at: Date
    made_by: string
    made_by_name: string
    reversed_at: Generated<Date | null>
    reversed_on: Generated<string | null>
    reversed_by: Generated<string | null>
    reversed_by_name: Generated<string | null>
    reversed_reason: Generated<string | null>
  }
}

export type EntryRow = Selectable<EntryTables['book_manual_entries']>

declare module '../../platform/db/database.ts' {
  interface Tables extends EntryTables {}
}
