import type { Feature } from './feature.ts'
import { checkId } from './phrases.ts'

/** Webhooks. */
export const webhooks = {
  objects: {
    webhook_endpoint: '/v1/webhooks/{id}',
    webhook_delivery_state: '/v1/webhook-delivery',
  },
  deletions: ['webhook.deleted'],
  permissions: {
    'webhooks:manage': [],
  },
  acts: {
    'webhook.save': { meaning: 'create or change a webhook endpoint', permission: 'webhooks:manage' },
  },
  actions: [
    'webhook.created',
    'webhook.updated',
    'webhook.deleted',
    'webhook.secret_rotated',
    'webhook.tested',
    'webhook.redelivered',
    'webhook.paused',
    'webhook.resumed',
  ],
  changes: {
    'webhook.created': 'webhooks:manage',
    'webhook.updated': 'webhooks:manage',
    'webhook.deleted': 'webhooks:manage',
    'webhook.secret_rotated': 'webhooks:manage',
    'webhook.paused': 'webhooks:manage',
    'webhook.resumed': 'webhooks:manage',
  },
  failures: {
    webhook_not_found: {
      kind: 'not_found',
      cause: 'There is no webhook endpoint with this id.',
      cure: checkId,
      of: ['Webhooks'],
    },
    delivery_not_found: {
      kind: 'not_found',
      cause: 'There is no such delivery of this endpoint.',
      cure: 'List the deliveries: old ones are removed.',
      of: ['Webhooks'],
    },
    webhook_disabled: {
      kind: 'conflict',
      cause: 'The webhook endpoint is disabled.',
      cure: 'Enable it first.',
      of: ['Webhooks'],
    },
  },
  faults: {
    url_invalid: { sentence: 'it is not an absolute URL', cure: 'Correct the URL.' },
    url_not_https: { sentence: 'it must start with https://', cure: 'Use https.' },
    url_with_credentials: {
      sentence: 'it must not contain a user name or password',
      cure: 'Remove the user name and the password from the URL.',
    },
    url_not_public: {
      sentence: 'its address is not public',
      cure: 'Use an address that can be reached from the internet.',
    },
  },
} as const satisfies Feature

const { url_invalid, url_not_https, url_with_credentials, url_not_public } = webhooks.faults

/** Why an attempt to deliver a webhook failed. */
export const deliveryErrors = {
  response_status: 'The endpoint responded with %{status}.',
  timeout: 'There was no complete response in time.',
  connection_failed: 'The connection failed (%{cause}).',
  name_not_public: 'The name resolves to an address that is not public.',
  url_invalid: `The URL is not allowed: ${url_invalid.sentence}.`,
  url_not_https: `The URL is not allowed: ${url_not_https.sentence}.`,
  url_with_credentials: `The URL is not allowed: ${url_with_credentials.sentence}.`,
  url_not_public: `The URL is not allowed: ${url_not_public.sentence}.`,
} as const

export type DeliveryErrorCode = keyof typeof deliveryErrors
