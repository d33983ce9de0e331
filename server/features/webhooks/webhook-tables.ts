import type { ColumnType, Generated } from 'kysely'
import type { DeliveryError, PauseReason } from '../../../contract/events/webhooks.ts'

export type DeliveryState = 'pending' | 'delivered' | 'parked'

export interface WebhookTables {
  webhook_endpoints: {
    id: string
    url: string
    description: string | null
    event_types: string[] | null
    enabled: Generated<boolean>
    failing_since: ColumnType<Date | null, Date | null | undefined, Date | null>
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_expires_at: Date | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
    created_by: string
  }
  webhook_deliveries: {
    seq: Generated<number>
    id: Generated<string>
    endpoint_id: string
    event_id: string
    object_type: string
    object_id: string
    state: Generated<DeliveryState>
    attempts: Generated<number>
    first_attempt_at: Date | null
    last_attempt_at: Date | null
    next_attempt_at: Date
    response_status: number | null
    response_excerpt: string | null
    error: ColumnType<DeliveryError | null, string | null, string | null>
    created_at: Date
  }
  webhook_lanes: {
    endpoint_id: string
    object_type: string
    object_id: string
    claimable_at: Date
    lease: string | null
  }
  webhook_pause: {
    id: Generated<boolean>
    paused_at: Date
    paused_by: string
    reason: PauseReason
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends WebhookTables {}
}
