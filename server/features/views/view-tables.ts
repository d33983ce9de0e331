import type { Selectable } from 'kysely'
import type { ListName } from '../../../contract/lists/all.ts'
import type { ListSort } from '../../../contract/lists/list.ts'

export interface ViewTables {
  views: {
    id: string
    owner_id: string
    list: ListName
    name: string
    filters: Record<string, string>
    sort: ListSort | null
    columns: string[] | null
    shared: boolean
    version: number
    created_at: Date
    updated_at: Date
  }
}

export type ViewRow = Selectable<ViewTables['views']>

declare module '../../platform/db/database.ts' {
  interface Tables extends ViewTables {}
}
