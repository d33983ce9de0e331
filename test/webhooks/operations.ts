import type { Changes, Maker, Requests } from '../fuzz/makers.ts'

const ofWebhook = (rest: string, body?: unknown): Maker => {
  return async (world) => ({ path: `/v1/webhooks/${(await world.webhook()).id}${rest}`, body })
}

const ofDelivery = (rest: string): Maker => {
  return async (world) => {
    const path = `/v1/webhooks/${(await world.webhook()).id}`
    const { id } = await world.call('POST', `${path}/test`)
    return { path: `${path}/deliveries/${id}${rest}` }
  }
}

export const requests: Requests = {
  createWebhook: async ({ hookUrl }) => ({
    path: '/v1/webhooks',
    body: { url: hookUrl, event_types: ['administrator.enabled'] },
  }),
  readWebhook: ofWebhook(''),
  updateWebhook: ofWebhook('', { description: 'Касса', version: 1 }),
  deleteWebhook: ofWebhook(''),
  rotateWebhookSecret: ofWebhook('/rotate-secret', { overlap_hours: 1 }),
  testWebhook: ofWebhook('/test'),
  updateWebhookDeliveryState: async () => ({ path: '/v1/webhook-delivery', body: { paused: false } }),
  listWebhookDeliveries: ofWebhook('/deliveries'),
  readWebhookDelivery: ofDelivery(''),
  redeliverWebhook: ofDelivery('/redeliver'),
}

export const changes: Changes = {
  createWebhook: ['webhook.created'],
  updateWebhook: ['webhook.updated'],
  deleteWebhook: ['webhook.deleted'],
  rotateWebhookSecret: ['webhook.secret_rotated'],
  updateWebhookDeliveryState: ['webhook.paused'],
  testWebhook: 'deliveries are a log with their own list, not objects with a state to copy',
  redeliverWebhook: 'deliveries are a log with their own list, not objects with a state to copy',
}
