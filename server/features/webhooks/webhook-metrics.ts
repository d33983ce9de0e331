import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { findBacklog } from './delivery-store.ts'

export type AttemptOutcome = 'delivered' | 'failed' | 'parked'

/** Counts attempts by outcome, for alerts: a parked event did not reach its receiver. */
export function countAttempts(registry: Registry): (outcome: AttemptOutcome) => void {
  const attempts = new Counter({
    name: 'kontor_webhook_attempts_total',
    help: 'Attempts to deliver an event: delivered, failed (will be retried) or parked (no more retries)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // Prometheus counts an increase only from a value that it has seen.
  for (const outcome of ['delivered', 'failed', 'parked'] as const) attempts.inc({ outcome }, 0)
  return (outcome) => attempts.inc({ outcome })
}

/** Exports what has not been delivered yet. A job reads it, so that a scrape never waits for a query. */
export function measureBacklog(registry: Registry, { db, now }: { db: Db; now: () => Date }): { job: Job } {
  let backlog: { count: number; oldest: Date | null } = { count: 0, oldest: null }
  new Gauge({
    name: 'kontor_webhook_backlog_deliveries',
    help: 'Deliveries to enabled endpoints that are pending; counted up to 10000 per endpoint',
    registers: [registry],
    collect() {
      this.set(backlog.count)
    },
  })
  new Gauge({
    name: 'kontor_webhook_backlog_age_seconds',
    help: 'Age of the oldest pending delivery to an enabled endpoint; 0 if there is none',
    registers: [registry],
    collect() {
      const { oldest } = backlog
      this.set(oldest ? Math.max(0, now().getTime() - oldest.getTime()) / 1000 : 0)
    },
  })
  return {
    job: {
      name: 'webhook-backlog',
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        backlog = await findBacklog(db)
      },
    },
  }
}
