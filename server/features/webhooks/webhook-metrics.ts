import { Counter, type Registry } from 'prom-client'

export type AttemptOutcome = 'delivered' | 'failed' | 'parked'

/** Counts attempts by outcome, for alerts: a parked event did not reach its receiver. */
export function countAttempts(registry: Registry): (outcome: AttemptOutcome) => void {
  const attempts = new Counter({
    name: 'kontor_webhook_attempts_total',
    help: 'Attempts to deliver an event: delivered, failed (will be retried) or parked (no more retries)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => attempts.inc({ outcome })
}
