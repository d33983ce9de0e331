import { Type } from 'typebox'
import { StatusResponse } from '../../administrators/account.ts'
import { field, Id, oneOf, pageQuery, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  CreateWebhookEndpointBody,
  deliveryStates,
  RotateWebhookSecretBody,
  UpdateWebhookDeliveryStateBody,
  UpdateWebhookEndpointBody,
  WebhookDeliveryDetailResponse,
  WebhookDeliveryListResponse,
  WebhookDeliveryResponse,
  WebhookDeliveryStateResponse,
  WebhookEndpointListResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '../../events/webhooks.ts'

const common = {
  tag: {
    name: 'Webhooks',
    description: 'Events that are sent to other systems, as signed messages.',
  },
  access: 'webhooks:manage',
  extension: true,
} as const
const webhook_id = field(Id, 'The id of the endpoint')
const params = Type.Object({ webhook_id })
const deliveryParams = Type.Object({ webhook_id, delivery_id: field(Id, 'The id of the delivery') })

export const listWebhooks = operation({
  ...common,
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhook endpoints',
  query: Type.Object(pageQuery),
  response: ref(WebhookEndpointListResponse),
})

export const createWebhook = operation({
  ...common,
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'The response contains the signing secret, which is shown only once. Supports `Idempotency-Key`.',
  body: ref(CreateWebhookEndpointBody),
  success: 201,
  response: ref(WebhookEndpointWithSecretResponse),
  location: '/v1/webhooks/{id}',
  secret: true,
  acts: [{ name: 'webhook.save' }],
})

export const readWebhook = operation({
  ...common,
  id: 'readWebhook',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}',
  summary: 'Read a webhook endpoint',
  params,
  response: ref(WebhookEndpointResponse),
})

export const updateWebhook = operation({
  ...common,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{webhook_id}',
  summary: 'Change a webhook endpoint',
  description: 'A disabled endpoint gets no new events; pending deliveries wait.',
  params,
  body: ref(UpdateWebhookEndpointBody),
  response: ref(WebhookEndpointResponse),
  ifMatch: true,
  acts: [{ name: 'webhook.save' }],
})

export const deleteWebhook = operation({
  ...common,
  id: 'deleteWebhook',
  byPeople: true,
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}',
  summary: 'Delete a webhook endpoint and its deliveries',
  params,
  response: ref(StatusResponse),
  ifMatch: true,
})

export const rotateWebhookSecret = operation({
  ...common,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret',
  summary: 'Rotate the signing secret of a webhook endpoint',
  description:
    'Messages are signed with both secrets for `overlap_hours` (24 by default). The response contains the new secret, which is shown only once.',
  params,
  body: ref(RotateWebhookSecretBody),
  response: ref(WebhookEndpointWithSecretResponse),
  secret: true,
  ifMatch: true,
  acts: [{ name: 'webhook.save' }],
})

export const testWebhook = operation({
  ...common,
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test',
  summary: 'Send a test event to a webhook endpoint',
  description: 'The result is in the list of deliveries.',
  params,
  response: ref(WebhookDeliveryResponse),
})

export const listWebhookDeliveries = operation({
  ...common,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  params,
  query: Type.Object({
    state: field(Type.Optional(oneOf(deliveryStates)), 'Only deliveries in this state', 'parked'),
    ...pageQuery,
  }),
  response: ref(WebhookDeliveryListResponse),
})

export const readWebhookDelivery = operation({
  ...common,
  id: 'readWebhookDelivery',
  byPeople: true,
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}',
  summary: 'Read a delivery with the message that is sent',
  params: deliveryParams,
  response: ref(WebhookDeliveryDetailResponse),
})

export const redeliverWebhook = operation({
  ...common,
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  summary: 'Deliver an event again',
  description:
    'A parked or delivered event becomes pending again and is retried for three days. A pending event is sent now.',
  params: deliveryParams,
  response: ref(WebhookDeliveryResponse),
})

export const readWebhookDeliveryState = operation({
  ...common,
  id: 'readWebhookDeliveryState',
  method: 'GET',
  path: '/v1/webhook-delivery',
  summary: 'Read whether webhooks are being delivered',
  response: ref(WebhookDeliveryStateResponse),
})

export const updateWebhookDeliveryState = operation({
  ...common,
  id: 'updateWebhookDeliveryState',
  byPeople: true,
  method: 'PATCH',
  path: '/v1/webhook-delivery',
  summary: 'Pause or resume the delivery of all webhooks',
  description:
    'After a restore, delivery is paused. Events are kept during a pause, and delivered in order after its end.',
  body: ref(UpdateWebhookDeliveryStateBody),
  response: ref(WebhookDeliveryStateResponse),
})
