import type { SetupStep } from '../../../contract/work/setup.ts'
import type { StoredActorColumn } from '../../platform/stored-actor.ts'

export interface SetupTables {
  setup_dismissals: {
    step: SetupStep
    /** Null for a step of the installation. */
    administrator_id: string | null
    dismissed_at: Date
    dismissed_by: StoredActorColumn
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends SetupTables {}
}
