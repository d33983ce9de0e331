import type { Generated, GeneratedAlways } from 'kysely'

export interface AuditTables {
  audit_events: {
    seq: number
    at: Date
    event: string
    previous_hash: Buffer
    hash: Buffer
    action: GeneratedAlways<string>
    actor_id: GeneratedAlways<string | null>
    object_type: GeneratedAlways<string | null>
    object_id: GeneratedAlways<string | null>
    organization_id: GeneratedAlways<string | null>
    outcome: GeneratedAlways<AuditOutcome>
  }
  audit_head: { singleton: Generated<boolean>; seq: number; hash: Buffer; changes: Generated<number> }
}

export type AuditOutcome = 'success' | 'denied' | 'failure'

declare module '../db/database.ts' {
  interface Tables extends AuditTables {}
}
