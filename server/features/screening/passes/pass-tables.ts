import type { Generated, Selectable } from 'kysely'

export interface PassTables {
  screening_passes: {
    generation: number
    since: number
    cursor_kind: Generated<string>
    cursor_id: Generated<string>
    done: Generated<number>
    total: number
    leased_until: Date
    started_at: Date
    finished_at: Date | null
  }
}

export type PassRow = Selectable<PassTables['screening_passes']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends PassTables {}
}
