import { pathOf } from '../../../contract/api/object-paths.ts'
import type { WebhookMessage } from '../../../contract/events/webhooks.ts'

export interface SentEvent {
  id: string
  type: string
  object_type: string
  object_id: string
  organization_id: string | null
  data: Record<string, unknown>
  created_at: Date
}

/** The body of a webhook request. */
export function toMessage(event: SentEvent): WebhookMessage {
  const object = { type: event.object_type, id: event.object_id }
  return {
    id: event.id,
    type: event.type,
    timestamp: event.created_at.toISOString(),
    object,
    path: pathOf(event.type, object, event.organization_id),
    organization_id: event.organization_id,
    data: event.data,
  }
}
