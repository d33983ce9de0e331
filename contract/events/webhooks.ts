import { type Static, Type } from 'typebox'
import {
  CurrentVersion,
  ExpectedVersion,
  field,
  Id,
  Instant,
  nullable,
  oneOf,
  optional,
  page,
  ref,
} from '../api/common.ts'
import type { ValuesOf } from '../api/faults.ts'
import { type DeliveryErrorCode, deliveryErrors } from '../declarations/webhooks.ts'
import { type EventType, eventTypes, ObjectPath } from './events.ts'

const Url = Type.String({ minLength: 1, maxLength: 2000 })
const Description = Type.String({ minLength: 1, maxLength: 255 })
const EventTypes = Type.Array(oneOf(Object.keys(eventTypes) as EventType[]), {
  minItems: 1,
  uniqueItems: true,
})

/** What the fields of an endpoint mean, with an example: the same in requests and in responses. */
const about = {
  url: ['Where events are sent: an https address that is public', 'https://hooks.example.com/kontor'],
  description: ['What the endpoint is used for', 'Accounting system'],
} as const satisfies Record<string, readonly [meaning: string, example: string]>
const theEventTypes = 'The event types to deliver; null means all'
const isEnabled = 'Whether events are delivered'
const someTypes: EventType[] = ['organization.created', 'purchase_request.status_changed']

const endpoint = {
  id: field(Id, 'The id of the endpoint'),
  url: field(Type.String(), ...about.url),
  description: field(nullable(Type.String()), ...about.description),
  event_types: field(nullable(Type.Array(Type.String())), theEventTypes, someTypes),
  enabled: field(Type.Boolean(), isEnabled, true),
  failing_since: field(
    nullable(Instant),
    'The first attempt that failed after the last one that succeeded; null if the last attempt succeeded or there was none. A new address begins anew, and so does enabling it again.',
    null,
  ),
  previous_secret_expires_at: field(
    nullable(Instant),
    'Until when messages are also signed with the previous secret',
    null,
  ),
  version: CurrentVersion,
  created_at: field(Instant, 'When the endpoint was created'),
  updated_at: field(Instant, 'When the endpoint was last changed'),
  created_by: field(Type.String(), 'The name of who created the endpoint', 'Olga Ivanova'),
}

export const WebhookEndpointResponse = Type.Object(endpoint, {
  $id: 'WebhookEndpointResponse',
  description: 'An address that events are sent to.',
})
export type WebhookEndpointResponse = Static<typeof WebhookEndpointResponse>

/** The secret is shown only in this response. */
export const WebhookEndpointWithSecretResponse = Type.Object(
  {
    ...endpoint,
    secret: field(
      Type.String(),
      'The secret that signs the messages, shown only once',
      'whsec_EXAMPLEexampleEXAMPLEexampleEXAM',
    ),
  },
  { $id: 'WebhookEndpointWithSecretResponse', description: 'An endpoint, with its new secret.' },
)
export type WebhookEndpointWithSecretResponse = Static<typeof WebhookEndpointWithSecretResponse>

export const WebhookEndpointListResponse = page(ref(WebhookEndpointResponse), 'WebhookEndpointListResponse')
export type WebhookEndpointListResponse = Static<typeof WebhookEndpointListResponse>

export const CreateWebhookEndpointBody = Type.Object(
  {
    url: field(Url, ...about.url),
    description: field(optional(Description), ...about.description),
    event_types: field(optional(EventTypes), theEventTypes, someTypes),
  },
  { $id: 'CreateWebhookEndpointBody', additionalProperties: false, description: 'A new endpoint.' },
)
export type CreateWebhookEndpointBody = Static<typeof CreateWebhookEndpointBody>

export const UpdateWebhookEndpointBody = Type.Object(
  {
    url: field(Type.Optional(Url), ...about.url),
    description: field(optional(Description), ...about.description),
    event_types: field(optional(EventTypes), theEventTypes, someTypes),
    enabled: field(Type.Optional(Type.Boolean()), isEnabled, true),
    version: ExpectedVersion,
  },
  {
    $id: 'UpdateWebhookEndpointBody',
    additionalProperties: false,
    minProperties: 1,
    description: 'Changes of an endpoint. Absent fields do not change, `null` clears a field.',
  },
)
export type UpdateWebhookEndpointBody = Static<typeof UpdateWebhookEndpointBody>

/** How long messages are also signed with the previous secret. */
export const RotateWebhookSecretBody = Type.Object(
  {
    overlap_hours: field(
      Type.Optional(Type.Integer({ minimum: 0, maximum: 168 })),
      'For how many hours messages are also signed with the previous secret; 24 unless given',
      24,
    ),
  },
  { $id: 'RotateWebhookSecretBody', additionalProperties: false, description: 'How to change the secret.' },
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
    paused: field(Type.Boolean(), 'While true, nothing is delivered to any endpoint; events are kept', true),
    paused_at: field(nullable(Instant), 'Since when delivery is paused'),
    paused_by: field(nullable(Type.String()), 'The name of who paused it', 'Olga Ivanova'),
    reason: field(
      nullable(oneOf(pauseReasons)),
      '`restore`: the database was restored from a backup; `owner`: an owner paused it',
      'owner',
    ),
  },
  { $id: 'WebhookDeliveryStateResponse', description: 'Whether webhooks are being delivered.' },
)
export type WebhookDeliveryStateResponse = Static<typeof WebhookDeliveryStateResponse>

export const UpdateWebhookDeliveryStateBody = Type.Object(
  { paused: field(Type.Boolean(), 'Whether nothing is to be delivered', false) },
  { $id: 'UpdateWebhookDeliveryStateBody', additionalProperties: false, description: 'Pause or resume.' },
)
export type UpdateWebhookDeliveryStateBody = Static<typeof UpdateWebhookDeliveryStateBody>

const ChangedObject = field(
  Type.Object({
    type: field(Type.String(), 'The type of the object', 'organization'),
    id: field(Id, 'The id of the object'),
  }),
  'What has changed',
)

/** The body of a webhook request. */
export const WebhookMessage = Type.Object(
  {
    id: field(Id, 'The id of the event, the same in all attempts. Use it to recognize what you have seen.'),
    type: field(Type.String(), 'What has happened', 'organization.kyb_decided'),
    timestamp: field(Instant, 'When it happened'),
    object: ChangedObject,
    path: ObjectPath,
    organization_id: field(nullable(Id), 'The organization that the object belongs to'),
    data: field(Type.Record(Type.String(), Type.Unknown()), 'Details, depending on the type', {}),
  },
  { $id: 'WebhookMessage', description: 'The body of a webhook request, signed after Standard Webhooks.' },
)
export type WebhookMessage = Static<typeof WebhookMessage>

/**
 * What a pending delivery waits for, if not for its next attempt: an earlier event of the same object, which is sent
 * first, or that the endpoint is enabled.
 */
export const deliveryWaits = ['earlier_event', 'endpoint'] as const

const delivery = {
  id: field(Id, 'The id of the delivery'),
  endpoint_id: field(Id, 'The endpoint'),
  event_id: field(Id, 'The `webhook-id` header, the same for all attempts'),
  event_type: field(Type.String(), 'What has happened', 'organization.kyb_decided'),
  object: ChangedObject,
  state: field(
    oneOf(deliveryStates),
    'Whether it is still to be delivered, was delivered, or was given up (`parked`)',
    'pending',
  ),
  attempts: field(Type.Integer(), 'How many attempts there were', 2),
  next_attempt_at: field(nullable(Instant), 'When the next attempt is made', '2026-01-31T12:05:00Z'),
  waits_for: field(
    nullable(oneOf(deliveryWaits)),
    'What it waits for, if not for its next attempt: an earlier event of the same object, or that the endpoint is enabled',
    null,
  ),
  last_attempt_at: field(nullable(Instant), 'When the last attempt was made'),
  response_status: field(nullable(Type.Integer()), 'The status that the endpoint responded with', 500),
  response_excerpt: field(nullable(Type.String()), 'The beginning of the response', 'Internal Server Error'),
  error: field(
    nullable(Type.String()),
    'Why the last attempt failed, in one sentence',
    'The endpoint responded with 500.',
  ),
  error_code: field(
    nullable(oneOf(Object.keys(deliveryErrors) as DeliveryErrorCode[])),
    'Stable code of the error',
    'response_status',
  ),
  error_context: field(
    nullable(Type.Record(Type.String(), Type.Unknown())),
    'Values of the error, for programs',
    { status: 500 },
  ),
  created_at: field(Instant, 'When the event happened'),
}

export const WebhookDeliveryResponse = Type.Object(delivery, {
  $id: 'WebhookDeliveryResponse',
  description: 'The delivery of an event to an endpoint.',
})
export type WebhookDeliveryResponse = Static<typeof WebhookDeliveryResponse>

/** A delivery with the message that is sent. */
export const WebhookDeliveryDetailResponse = Type.Object(
  { ...delivery, message: field(ref(WebhookMessage), 'The message that is sent') },
  { $id: 'WebhookDeliveryDetailResponse', description: 'A delivery, with its message.' },
)
export type WebhookDeliveryDetailResponse = Static<typeof WebhookDeliveryDetailResponse>

export const WebhookDeliveryListResponse = page(ref(WebhookDeliveryResponse), 'WebhookDeliveryListResponse')
export type WebhookDeliveryListResponse = Static<typeof WebhookDeliveryListResponse>
