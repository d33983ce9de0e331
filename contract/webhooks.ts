import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, optional, page, ref, Version } from './common.ts'
import { type DeliveryErrorCode, deliveryErrors } from './error-codes.ts'
import { type EventType, eventTypes } from './events.ts'
import type { ValuesOf } from './faults.ts'

const Url = Type.String({ minLength: 1, maxLength: 2000 })
const Description = Type.String({ minLength: 1, maxLength: 255 })
const EventTypes = Type.Array(oneOf(Object.keys(eventTypes) as EventType[]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The event types to deliver; null means all',
})

const endpoint = {
  id: Id,
  url: Type.String(),
  description: nullable(Type.String()),
  event_types: nullable(Type.Array(Type.String())),
  enabled: Type.Boolean(),
  previous_secret_expires_at: nullable(Instant),
  version: Type.Integer(),
  created_at: Instant,
  updated_at: Instant,
  created_by: Type.String(),
}

export const WebhookEndpointResponse = Type.Object(endpoint, { $id: 'WebhookEndpointResponse' })
export type WebhookEndpointResponse = Static<typeof WebhookEndpointResponse>

/** The secret is shown only in this response. */
export const WebhookEndpointWithSecretResponse = Type.Object(
  { ...endpoint, secret: Type.String({ description: 'whsec_…, shown only once' }) },
  { $id: 'WebhookEndpointWithSecretResponse' },
)
export type WebhookEndpointWithSecretResponse = Static<typeof WebhookEndpointWithSecretResponse>

export const WebhookEndpointListResponse = page(ref(WebhookEndpointResponse), 'WebhookEndpointListResponse')
export type WebhookEndpointListResponse = Static<typeof WebhookEndpointListResponse>

export const CreateWebhookEndpointBody = Type.Object(
  { url: Url, description: optional(Description), event_types: optional(EventTypes) },
  { $id: 'CreateWebhookEndpointBody', additionalProperties: false },
)
export type CreateWebhookEndpointBody = Static<typeof CreateWebhookEndpointBody>

export const UpdateWebhookEndpointBody = Type.Object(
  {
    url: Type.Optional(Url),
    description: optional(Description),
    event_types: optional(EventTypes),
    enabled: Type.Optional(Type.Boolean()),
    version: Type.Optional(Version),
  },
  { $id: 'UpdateWebhookEndpointBody', additionalProperties: false, minProperties: 1 },
)
export type UpdateWebhookEndpointBody = Static<typeof UpdateWebhookEndpointBody>

/** How long messages are also signed with the previous secret. */
export const RotateWebhookSecretBody = Type.Object(
  { overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168 })) },
  { $id: 'RotateWebhookSecretBody', additionalProperties: false },
)
export type RotateWebhookSecretBody = Static<typeof RotateWebhookSecretBody>

export const deliveryStates = ['pending', 'delivered', 'parked'] as const

/** Why an attempt failed: a code, and the values of its sentence. */
export interface DeliveryError {
  code: DeliveryErrorCode
  context: Record<string, unknown>
}

export function deliveryError<C extends DeliveryErrorCode>(
  code: C,
  ...[context]: ValuesOf<(typeof deliveryErrors)[C]>
): DeliveryError {
  return { code, context: { ...context } }
}

export const pauseReasons = ['restore', 'owner'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const WebhookDeliveryStateResponse = Type.Object(
  {
    paused: Type.Boolean({
      description: 'While true, nothing is delivered to any endpoint; events are kept',
    }),
    paused_at: nullable(Instant),
    paused_by: nullable(Type.String()),
    /** `restore`: the database was restored from a backup. */
    reason: nullable(oneOf(pauseReasons)),
  },
  { $id: 'WebhookDeliveryStateResponse' },
)
export type WebhookDeliveryStateResponse = Static<typeof WebhookDeliveryStateResponse>

export const UpdateWebhookDeliveryStateBody = Type.Object(
  { paused: Type.Boolean() },
  { $id: 'UpdateWebhookDeliveryStateBody', additionalProperties: false },
)
export type UpdateWebhookDeliveryStateBody = Static<typeof UpdateWebhookDeliveryStateBody>

/** The body of a webhook request. */
export const WebhookMessage = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    timestamp: Instant,
    object: Type.Object({ type: Type.String(), id: Type.String() }),
    organization_id: nullable(Type.String()),
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'WebhookMessage' },
)
export type WebhookMessage = Static<typeof WebhookMessage>

/**
 * What a pending delivery waits for, if not for its next attempt: an earlier event of the same object, which is sent
 * first, or that the endpoint is enabled.
 */
export const deliveryWaits = ['earlier_event', 'endpoint'] as const

const delivery = {
  id: Id,
  endpoint_id: Id,
  event_id: Type.String({ description: 'The `webhook-id` header, the same for all attempts' }),
  event_type: Type.String(),
  object: Type.Object({ type: Type.String(), id: Type.String() }),
  state: oneOf(deliveryStates),
  attempts: Type.Integer(),
  next_attempt_at: nullable(Instant),
  waits_for: nullable(oneOf(deliveryWaits)),
  last_attempt_at: nullable(Instant),
  response_status: nullable(Type.Integer()),
  response_excerpt: nullable(Type.String()),
  error: nullable(Type.String({ description: 'Why the last attempt failed, in one sentence' })),
  error_code: nullable(oneOf(Object.keys(deliveryErrors) as DeliveryErrorCode[])),
  error_context: nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'Values for programs' })),
  created_at: Instant,
}

export const WebhookDeliveryResponse = Type.Object(delivery, { $id: 'WebhookDeliveryResponse' })
export type WebhookDeliveryResponse = Static<typeof WebhookDeliveryResponse>

/** A delivery with the message that is sent. */
export const WebhookDeliveryDetailResponse = Type.Object(
  { ...delivery, message: ref(WebhookMessage) },
  { $id: 'WebhookDeliveryDetailResponse' },
)
export type WebhookDeliveryDetailResponse = Static<typeof WebhookDeliveryDetailResponse>

export const WebhookDeliveryListResponse = page(ref(WebhookDeliveryResponse), 'WebhookDeliveryListResponse')
export type WebhookDeliveryListResponse = Static<typeof WebhookDeliveryListResponse>
