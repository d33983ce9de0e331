import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { createDeliveryWorkers } from '../../platform/delivery/delivery-workers.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { deliveryRows } from './delivery-rows.ts'
import { createDeliveryStore } from './delivery-store.ts'
import { createEventRetentionJob } from './event-retention.ts'
import type { PrivateTargets } from './target-address.ts'
import { createWebhookDelivery } from './webhook-delivery.ts'
import { countAttempts, measureWebhookBacklog } from './webhook-metrics.ts'
import { createWebhookPause } from './webhook-pause.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { createWebhookSender } from './webhook-sender.ts'
import { createWebhookService } from './webhook-service.ts'

export function createWebhooksFeature(
  platform: {
    db: Db
    now: () => Date
    log: Logger
    notifications: Notifications
    vault: Vault
    jobs: Jobs
    metrics: Registry
    register: { isHeld(): boolean }
  },
  { privateTargets, authorization }: { privateTargets: PrivateTargets; authorization: Authorization },
) {
  const service = createWebhookService({ ...platform, privateTargets, authorization })
  const pause = createWebhookPause(platform)
  const delivery = createWebhookDelivery({
    ...platform,
    store: createDeliveryStore(platform.db),
    send: createWebhookSender({ ...platform, privateTargets }),
    onAttempt: countAttempts(platform.metrics),
    workers: createDeliveryWorkers(platform.register),
  })
  const job = platform.jobs.every(delivery.job)
  platform.jobs.every(createEventRetentionJob(platform))
  platform.jobs.every(measureWebhookBacklog(platform.metrics, platform).job)
  platform.notifications.listen('kontor_events', oncePerTick(job.wake), job.wake)
  return {
    delivery: {
      wake: job.wake,
      /** Resolves when everything that was due has been sent. */
      async idle(): Promise<void> {
        await job.idle()
        await delivery.idle()
      },
    },
    lists: [deliveryRows],
    routes: (app: FastifyInstance) => webhookRoutes(app, { service, pause }),
    stop: () => delivery.stop(),
  }
}

/** The events of one transaction arrive together: they wake the delivery once. */
function oncePerTick(wake: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      wake()
    })
  }
}
