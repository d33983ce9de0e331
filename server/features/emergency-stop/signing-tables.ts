import type { ColumnType, Generated } from 'kysely'
import type { Actor } from '../../platform/actor.ts'

/** What the audit log says of an actor. */
export type StoppingActor = Pick<Actor, 'kind' | 'id' | 'name' | 'sessionId' | 'address' | 'requestId'>

export interface SigningTables {
  signing_state: {
    only_row: Generated<boolean>
    stopped_at: Date | null
    stopped_by: string | null
    stopped_by_name: string | null
    reason: string | null
    proof: Buffer | null
    proof_revision: Generated<number>
  }
  signing_stops: {
    id: string
    stopped_at: Date
    actor: ColumnType<StoppingActor, string, never>
    reason: string | null
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends SigningTables {}
}
