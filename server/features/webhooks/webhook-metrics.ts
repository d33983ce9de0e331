import type { Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import { countOutcomes, measureBacklog } from '../../platform/delivery/delivery-metrics.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { findBacklog } from './delivery-store.ts'

const outcomes = ['delivered', 'failed', 'parked'] as const
export type AttemptOutcome = (typeof outcomes)[number]

/** Counts attempts by outcome, for alerts: a parked event did not reach its receiver. */
export function countAttempts(registry: Registry): (outcome: AttemptOutcome) => void {
  return countOutcomes(registry, {
    name: 'kontor_webhook_attempts_total',
    help: 'Attempts to deliver an event: delivered, failed (will be retried) or parked (no more retries)',
    outcomes,
  })
}

export function measureWebhookBacklog(
  registry: Registry,
  { db, now }: { db: Db; now: () => Date },
): { job: Job } {
  return measureBacklog(registry, {
    job: 'webhook-backlog',
    waiting: {
      name: 'kontor_webhook_backlog_deliveries',
      help: 'Deliveries to enabled endpoints that are pending; counted up to 10000 per endpoint',
    },
    age: {
      name: 'kontor_webhook_backlog_age_seconds',
      help: 'Age of the oldest pending delivery to an enabled endpoint; 0 if there is none',
    },
    find: () => findBacklog(db),
    now,
  })
}
