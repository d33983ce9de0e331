import type { ColumnType, Generated } from 'kysely'
import type { ListKind } from '../../../contract/organizations/screening.ts'
import type { ListFormat } from './lists/read-list.ts'
import type { ListEntry } from './model/entry.ts'

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, never>

export interface ScreeningTables {
  screening_state: { singleton: Generated<boolean>; generation: number }
  screening_lists: {
    name: string
    kind: Generated<ListKind>
    format: ListFormat
    generation: number
    entries: number
    published_at: Date
    checked_at: Date
    imported_by: string
  }
  screening_entries: {
    list: string
    entry_id: string
    since: number
    until: number | null
    hash: string
    entry: Json<ListEntry>
  }
  screening_imports: {
    id: string
    list: string
    format: ListFormat | null
    generation: number | null
    phase: 'reading' | 'comparing' | 'publishing'
    entries: Generated<number>
    added: number | null
    changed: number | null
    removed: number | null
    rejected: Generated<number>
    forced: boolean
    started_at: Date
    finished_at: Date | null
    lease_until: Date
    imported_by: string
    outcome: 'published' | 'unchanged' | 'repeated' | 'refused' | 'failed' | 'abandoned' | null
  }
  screening_staging: {
    import_id: string
    entry_id: string
    hash: string
    entry: Json<ListEntry>
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends ScreeningTables {}
}
