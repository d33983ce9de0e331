import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { deliveryError } from '../../../contract/webhooks.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { formatTraceparent } from '../../platform/trace.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import {
  claimLane,
  dropEmptyLane,
  findEndpointsWithWork,
  findPendingDelivery,
  finishAttempt,
  type PendingDelivery,
  postponeLane,
} from './delivery-store.ts'
import { guardedPost, type Outcome } from './guarded-request.ts'
import { nextAttempt } from './retry-schedule.ts'
import type { PrivateTargets } from './target-address.ts'
import { toMessage } from './webhook-message.ts'
import type { AttemptOutcome } from './webhook-metrics.ts'
import { previousSecretPlace, secretPlace } from './webhook-secrets.ts'
import { webhookHeaders } from './webhook-signature.ts'

export type WebhookDelivery = ReturnType<typeof createWebhookDelivery>

const second = 1000
const requestTimeout = 10 * second
/** Longer than a request can take, so that a running node never loses its lease. */
const leaseTime = 3 * requestTimeout
const sealedPause = 30 * second
/** Requests at once per endpoint and node: an endpoint that hangs blocks only its own. */
const perEndpoint = 4

/**
 * Delivers the events of the outbox at least once and in order per object. No transaction is open during a request: a
 * lane is leased, its oldest event is sent, the result is written. If the node dies in between, the lease runs out and
 * the event is sent again with the same id.
 */
export function createWebhookDelivery({
  db,
  now,
  vault,
  log,
  privateTargets,
  onAttempt,
  random = Math.random,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'open'>
  log: Logger
  privateTargets: PrivateTargets
  onAttempt: (outcome: AttemptOutcome) => void
  random?: () => number
}) {
  const workers = new Map<string, Set<Promise<void>>>()
  const stopping = new AbortController()

  const job: Job = {
    name: 'webhook-delivery',
    intervalMs: second,
    runAtStart: true,
    /** Starts workers for what is due; they go on after the run. */
    async run() {
      for (const endpointId of await findEndpointsWithWork(db, now())) startWorkers(endpointId)
    },
  }

  function startWorkers(endpointId: string): void {
    const running = workers.get(endpointId) ?? new Set()
    if (running.size >= perEndpoint || stopping.signal.aborted) return
    workers.set(endpointId, running)
    const worker = work(endpointId)
      .catch((error) => log.warn({ err: error, endpoint: endpointId }, 'a webhook worker failed'))
      .finally(() => {
        running.delete(worker)
        if (running.size === 0) workers.delete(endpointId)
      })
    running.add(worker)
  }

  /** Delivers lane after lane of one endpoint until none is due. */
  async function work(endpointId: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const at = now()
      const until = new Date(at.getTime() + leaseTime)
      const lane = await claimLane(db, endpointId, { at, until, lease: randomUUID() })
      if (!lane) return
      // More lanes may be due: another worker looks for them, and ends at once if there are none.
      startWorkers(endpointId)
      const pending = await findPendingDelivery(db, lane)
      if (pending) await attempt(pending)
      else await dropEmptyLane(db, lane)
    }
  }

  async function attempt(pending: PendingDelivery): Promise<void> {
    const at = now()
    let secrets: Buffer[]
    try {
      secrets = await openSecrets(pending, at)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // A sealed vault is not the endpoint's fault: the attempt does not count.
      return postponeLane(db, pending.lane, new Date(at.getTime() + sealedPause))
    }
    const outcome = await send(pending, secrets, at)
    // Nor is a stop of this node: another one, or this one after its start, sends the event at once.
    if (outcome.kind === 'aborted') return postponeLane(db, pending.lane, at)
    const delivered = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
    const finished = now()
    const attempts = pending.delivery.attempts + 1
    const retry_at = delivered
      ? undefined
      : nextAttempt(attempts, pending.delivery.first_attempt_at ?? finished, finished, random)
    const known = await finishAttempt(db, pending, { at: finished, delivered, retry_at, ...result(outcome) })
    onAttempt(delivered ? 'delivered' : retry_at ? 'failed' : 'parked')
    const line = { endpoint: pending.endpoint.id, event: pending.event.id, attempts }
    if (!known) log.warn(line, 'a webhook was answered after its lease had expired')
    else if (!delivered && !retry_at) log.warn(line, 'an event was parked')
  }

  async function openSecrets({ endpoint }: PendingDelivery, at: Date): Promise<Buffer[]> {
    const current = await vault.open(db, secretPlace(endpoint.id), endpoint.secret)
    const { previous_secret, previous_secret_expires_at } = endpoint
    if (!previous_secret || !previous_secret_expires_at || previous_secret_expires_at <= at) return [current]
    return [current, await vault.open(db, previousSecretPlace(endpoint.id), previous_secret)]
  }

  async function send(pending: PendingDelivery, secrets: Buffer[], at: Date): Promise<Outcome> {
    const body = JSON.stringify(toMessage(pending.event))
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kontor-Webhooks/1',
      ...webhookHeaders({ id: pending.event.id, at, body }, secrets),
      ...(pending.event.trace && { traceparent: formatTraceparent(pending.event.trace) }),
    }
    for (const secret of secrets) secret.fill(0)
    return guardedPost({
      url: pending.endpoint.url,
      headers,
      body,
      privateTargets,
      timeout: requestTimeout,
      stopping: stopping.signal,
    })
  }

  /** Resolves when no worker runs. */
  async function idle(): Promise<void> {
    while (workers.size > 0) await Promise.all([...workers.values()].flatMap((running) => [...running]))
  }

  return {
    job,
    idle,
    /** Takes no new lane and aborts the requests under way. */
    async stop(): Promise<void> {
      stopping.abort()
      await idle()
    },
  }
}

function result(outcome: Exclude<Outcome, { kind: 'aborted' }>) {
  if (outcome.kind === 'failed')
    return { response_status: null, response_excerpt: null, error: outcome.error }
  const { status, excerpt } = outcome
  const error = status >= 200 && status < 300 ? null : deliveryError('response_status', { status })
  return { response_status: status, response_excerpt: excerpt, error }
}
