import { Counter, type Registry } from 'prom-client'

export type AttemptOutcome = 'delivered' | 'failed' | 'parked'

/** Counts what attempts came to: an endpoint that parks events is somebody's business data not arriving. */
export function countAttempts(registry: Registry): (outcome: AttemptOutcome) => void {
  const attempts = new Counter({
    name: 'kontor_webhook_attempts_total',
    help: 'Attempts to deliver an event: delivered, failed (will be tried again) or parked (given up)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => attempts.inc({ outcome })
}
