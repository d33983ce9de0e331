export interface EventTables {
  outbox_events: {
    id: string
    type: string
    object_type: string
    object_id: string
    organization_id: string | null
    data: string
    created_at: Date
    trace_id: string | null
    trace_sampled: boolean | null
    actor_id: string | null
  }
}

declare module '../db/database.ts' {
  interface Tables extends EventTables {}
}
