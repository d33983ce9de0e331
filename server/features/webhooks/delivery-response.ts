import { fillIn } from '../../../contract/api/faults.ts'
import { deliveryErrors } from '../../../contract/declarations/webhooks.ts'
import type { WebhookDeliveryResponse } from '../../../contract/events/webhooks.ts'
import type { Delivery } from './webhook-store.ts'

export function toDelivery(row: Delivery): WebhookDeliveryResponse {
  const waitsFor = waitsForOf(row)
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    object: { type: row.object_type, id: row.object_id },
    state: row.state,
    attempts: row.attempts,
    // A delivery that waits for something else has no time of its own.
    next_attempt_at: row.state === 'pending' && waitsFor === null ? row.next_attempt_at.toISOString() : null,
    waits_for: waitsFor,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    response_status: row.response_status,
    response_excerpt: row.response_excerpt,
    error: row.error && fillIn(deliveryErrors[row.error.code], row.error.context),
    error_code: row.error?.code ?? null,
    error_context: row.error?.context ?? null,
    created_at: row.created_at.toISOString(),
  }
}

function waitsForOf(row: Delivery): WebhookDeliveryResponse['waits_for'] {
  if (row.state !== 'pending') return null
  if (!row.is_endpoint_enabled) return 'endpoint'
  return row.is_behind ? 'earlier_event' : null
}
