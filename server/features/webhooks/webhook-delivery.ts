import type { Logger } from 'pino'
import { deliveryError } from '../../../contract/events/webhooks.ts'
import { createDeliveryWorkers, type DeliveryWorkers } from '../../platform/delivery/delivery-workers.ts'
import { type LeasedWork, startLeasedWork } from '../../platform/delivery/leased-work.ts'
import { nextAttempt } from '../../platform/delivery/retry-schedule.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { DeliveryStore, Lane, PendingDelivery } from './delivery-store.ts'
import type { Outcome } from './guarded-request.ts'
import type { AttemptOutcome } from './webhook-metrics.ts'
import { requestTimeout, type SendWebhook } from './webhook-sender.ts'

export type WebhookDelivery = ReturnType<typeof createWebhookDelivery>

const second = 1000
const sealedPause = 30 * second

/**
 * Delivers the events of the outbox at least once and in order per object. No transaction is open during a request: a
 * lane is leased, its oldest event is sent, the result is written. If the node dies in between, the lease runs out and
 * the event is sent again with the same id.
 */
export function createWebhookDelivery({
  store,
  send,
  now,
  log,
  onAttempt,
  random = Math.random,
  workers = createDeliveryWorkers(),
}: {
  store: DeliveryStore
  send: SendWebhook
  now: () => Date
  log: Logger
  onAttempt: (outcome: AttemptOutcome) => void
  random?: () => number
  workers?: DeliveryWorkers
}) {
  const job: Job = {
    name: 'webhook-delivery',
    intervalMs: second,
    restMs: second / 20,
    runAtStart: true,
    /** Starts workers for what is due; they go on after the run. */
    async run() {
      for (const endpointId of await store.findEndpointsWithWork(now()))
        startLeasedWork(workers, endpointId, lanesOf(endpointId))
    },
  }

  /** Lane after lane of one endpoint. */
  function lanesOf(endpointId: string): LeasedWork<Lane> {
    return {
      claim: (lease) => store.claimLane(endpointId, lease),
      async deliver(lane) {
        const pending = await store.findPendingDelivery(lane)
        if (pending) await attempt(pending)
        else await store.dropEmptyLane(lane)
      },
      leaseTime: 3 * requestTimeout,
      now,
      onFailure: (error) => log.warn({ err: error, endpoint: endpointId }, 'a webhook worker failed'),
    }
  }

  async function attempt(pending: PendingDelivery): Promise<void> {
    const at = now()
    const outcome = await send(pending, at, workers.stopping)
    // A sealed vault is not the endpoint's fault: the attempt does not count.
    if (outcome.kind === 'sealed')
      return store.postponeLane(pending.lane, new Date(at.getTime() + sealedPause))
    // Nor is a stop of this node: another one, or this one after its start, sends the event at once.
    if (outcome.kind === 'aborted') return store.postponeLane(pending.lane, at)
    const delivered = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
    const finished = now()
    const attempts = pending.delivery.attempts + 1
    const retry_at = delivered
      ? undefined
      : nextAttempt(attempts, pending.delivery.first_attempt_at ?? finished, finished, random)
    const result = { at: finished, delivered, retry_at, ...resultOf(outcome) }
    const known = await store.finishAttempt(pending, result)
    await store.noteOutcome(pending.endpoint, result)
    onAttempt(delivered ? 'delivered' : retry_at ? 'failed' : 'parked')
    const line = { endpoint: pending.endpoint.id, event: pending.event.id, attempts }
    if (!known) log.warn(line, 'a webhook was answered after its lease had expired')
    else if (!delivered && !retry_at) log.warn(line, 'an event was parked')
  }

  return {
    job,
    idle: workers.idle,
    /** Takes no new lane and aborts the requests under way. */
    stop: workers.stop,
  }
}

function resultOf(outcome: Exclude<Outcome, { kind: 'aborted' }>) {
  if (outcome.kind === 'failed')
    return { response_status: null, response_excerpt: null, error: outcome.error }
  const { status, excerpt } = outcome
  const error = status >= 200 && status < 300 ? null : deliveryError('response_status', { status })
  return { response_status: status, response_excerpt: excerpt, error }
}
