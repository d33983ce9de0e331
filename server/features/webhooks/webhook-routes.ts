import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/events/webhooks.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { WebhookPause } from './webhook-pause.ts'
import type { WebhookService } from './webhook-service.ts'

export function webhookRoutes(
  app: FastifyInstance,
  { service, pause }: { service: WebhookService; pause: WebhookPause },
): void {
  route(app, operations.listWebhooks, async ({ query }) => service.list(query))
  route(app, operations.createWebhook, async (request) =>
    service.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readWebhook, async ({ params }) => service.read(params.webhook_id))
  route(app, operations.updateWebhook, async (request) =>
    service.update(request.params.webhook_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.deleteWebhook, async (request) =>
    service.remove(request.params.webhook_id, request.actor, expectedVersions(request)),
  )
  route(app, operations.rotateWebhookSecret, async (request) =>
    service.rotateSecret(request.params.webhook_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.testWebhook, async ({ params, actor }) => service.test(params.webhook_id, actor))
  route(app, operations.listWebhookDeliveries, async ({ params, query }) =>
    service.deliveries(params.webhook_id, query),
  )
  route(app, operations.readWebhookDelivery, async ({ params }) =>
    service.delivery(params.webhook_id, params.delivery_id),
  )
  route(app, operations.readWebhookDeliveryState, async () => pause.read())
  route(app, operations.updateWebhookDeliveryState, async ({ body, actor }) => pause.set(body.paused, actor))
  route(app, operations.redeliverWebhook, async ({ params, actor }) =>
    service.redeliver(params.webhook_id, params.delivery_id, actor),
  )
}
