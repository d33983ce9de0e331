import type { Generated } from 'kysely'

export interface SigningTables {
  signing_state: {
    only_row: Generated<boolean>
    stopped_at: Date | null
    stopped_by: string | null
    stopped_by_name: string | null
    reason: string | null
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends SigningTables {}
}
