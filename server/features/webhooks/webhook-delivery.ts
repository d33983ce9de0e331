import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { WebhookMessage } from '../../../contract/webhooks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { isDatabaseAway } from '../../platform/db/primary/availability.ts'
import { Failure } from '../../platform/errors.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import {
  claimLane,
  deleteDeliveredEvents,
  dropEmptyLane,
  findEndpointsWithWork,
  findJob,
  finishAttempt,
  type Job,
  postponeLane,
} from './delivery-store.ts'
import { guardedPost, type Outcome } from './guarded-request.ts'
import { nextAttempt } from './retry-schedule.ts'
import type { PrivateTargets } from './target-address.ts'
import type { AttemptOutcome } from './webhook-metrics.ts'
import { previousSecretPlace, secretPlace } from './webhook-secrets.ts'
import { webhookHeaders } from './webhook-signature.ts'

export type WebhookDelivery = ReturnType<typeof createWebhookDelivery>

const second = 1000
const requestTimeout = 10 * second
/** Longer than a request can take, so that a node which lives never loses a lane it is working on. */
const leaseTime = 3 * requestTimeout
const sealedPause = 30 * second
const retention = 30 * 24 * 3600 * second
/** So many at once per endpoint and node: one that hangs takes up its own places and nobody else's. */
const perEndpoint = 4

/**
 * Delivers what the outbox holds, at least once and in order per object. No transaction is open during a request:
 * a lane is leased, its oldest event sent, the result written. A node that dies in between leaves a lease that runs
 * out, and the event is sent again with the same id.
 */
export function createWebhookDelivery({
  db,
  now,
  vault,
  notifications,
  log,
  privateTargets,
  onAttempt,
  interval = second,
  random = Math.random,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'open'>
  notifications: Pick<Notifications, 'listen'>
  log: Logger
  privateTargets: PrivateTargets
  onAttempt: (outcome: AttemptOutcome) => void
  interval?: number
  random?: () => number
}) {
  const workers = new Map<string, Set<Promise<void>>>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let again = false
  let stopped = true
  let forgottenAt = 0

  /** Looks for work now. Calls that come while one is looking are answered by one more look. */
  function wake(): void {
    if (stopped) return
    if (round) {
      again = true
      return
    }
    round = look().finally(() => {
      round = undefined
      if (!again) return
      again = false
      wake()
    })
  }

  async function look(): Promise<void> {
    try {
      for (const endpointId of await findEndpointsWithWork(db, now())) startWorkers(endpointId)
      if (now().getTime() - forgottenAt > 3600 * second) {
        forgottenAt = now().getTime()
        await deleteDeliveredEvents(db, new Date(forgottenAt - retention), 10_000)
      }
    } catch (error) {
      // A database that is away is told by those who ask it for something.
      if (!isDatabaseAway(error)) log.warn({ err: error }, 'webhooks could not be looked after')
    }
  }

  function startWorkers(endpointId: string): void {
    const running = workers.get(endpointId) ?? new Set()
    workers.set(endpointId, running)
    if (running.size >= perEndpoint || stopped) return
    const worker = work(endpointId)
      .catch((error) => log.warn({ err: error, endpoint: endpointId }, 'a webhook worker ended'))
      .finally(() => {
        running.delete(worker)
        if (running.size === 0) workers.delete(endpointId)
      })
    running.add(worker)
  }

  /** Takes lane after lane of one endpoint until none is due. */
  async function work(endpointId: string): Promise<void> {
    while (!stopped) {
      const at = now()
      const until = new Date(at.getTime() + leaseTime)
      const lane = await claimLane(db, endpointId, { at, until, lease: randomUUID() })
      if (!lane) return
      // Where one lane was due there may be more: another worker looks, and ends at once if not.
      startWorkers(endpointId)
      const job = await findJob(db, lane)
      if (job) await attempt(job)
      else await dropEmptyLane(db, lane)
    }
  }

  async function attempt(job: Job): Promise<void> {
    const at = now()
    let secrets: Buffer[]
    try {
      secrets = await openSecrets(job, at)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // A sealed vault is no fault of the endpoint: no attempt is counted.
      return postponeLane(db, job.lane, new Date(at.getTime() + sealedPause))
    }
    const outcome = await send(job, secrets, at)
    const delivered = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
    const finished = now()
    const attempts = job.delivery.attempts + 1
    const retry_at = delivered
      ? undefined
      : nextAttempt(attempts, job.delivery.first_attempt_at ?? finished, finished, random)
    const known = await finishAttempt(db, job, { at: finished, delivered, retry_at, ...result(outcome) })
    onAttempt(delivered ? 'delivered' : retry_at ? 'failed' : 'parked')
    const line = { endpoint: job.endpoint.id, event: job.event.id, attempts }
    if (!known) log.warn(line, 'a webhook was answered after its lease ran out')
    else if (!delivered && !retry_at) log.warn(line, 'an event was parked')
  }

  async function openSecrets({ endpoint }: Job, at: Date): Promise<Buffer[]> {
    const current = await vault.open(db, secretPlace(endpoint.id), endpoint.secret)
    const { previous_secret, previous_secret_expires_at } = endpoint
    if (!previous_secret || !previous_secret_expires_at || previous_secret_expires_at <= at) return [current]
    return [current, await vault.open(db, previousSecretPlace(endpoint.id), previous_secret)]
  }

  async function send(job: Job, secrets: Buffer[], at: Date): Promise<Outcome> {
    const body = JSON.stringify(toMessage(job))
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kontor-Webhooks/1',
      ...webhookHeaders({ id: job.event.id, at, body }, secrets),
    }
    for (const secret of secrets) secret.fill(0)
    return guardedPost({ url: job.endpoint.url, headers, body, privateTargets, timeout: requestTimeout })
  }

  async function idle(): Promise<void> {
    while (round || workers.size > 0) {
      await round
      await Promise.all([...workers.values()].flatMap((running) => [...running]))
    }
  }

  return {
    wake,
    /** Resolves when nothing is being looked for or sent. */
    idle,
    start() {
      stopped = false
      notifications.listen('kontor_events', wake, wake)
      timer = setInterval(wake, interval)
      wake()
    },
    /** Takes nothing new and lets what is being sent end. */
    async stop() {
      stopped = true
      clearInterval(timer)
      await idle()
    },
  }
}

function toMessage({ event }: Job): WebhookMessage {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.created_at.toISOString(),
    object: { type: event.object_type, id: event.object_id },
    organization_id: event.organization_id,
    data: event.data,
  }
}

function result(outcome: Outcome) {
  if (outcome.kind === 'failed')
    return { response_status: null, response_excerpt: null, error: outcome.reason }
  const { status, excerpt } = outcome
  const error = status >= 200 && status < 300 ? null : `The endpoint answered ${status}.`
  return { response_status: status, response_excerpt: excerpt, error }
}
