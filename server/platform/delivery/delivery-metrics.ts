import { Counter, Gauge, type Registry } from 'prom-client'
import type { Job } from '../jobs/jobs.ts'

interface Named {
  name: string
  help: string
}

/** Counts attempts to deliver by their outcome. */
export function countOutcomes<Outcome extends string>(
  registry: Registry,
  { outcomes, ...named }: Named & { outcomes: readonly Outcome[] },
): (outcome: Outcome) => void {
  const attempts = new Counter({ ...named, labelNames: ['outcome'], registers: [registry] })
  // Prometheus counts an increase only from a value that it has seen.
  for (const outcome of outcomes) attempts.inc({ outcome }, 0)
  return (outcome) => attempts.inc({ outcome })
}

export interface Backlog {
  count: number
  oldest: Date | null
}

/** Exports what waits to be delivered, and for how long. A job reads it, so that a scrape never waits for a query. */
export function measureBacklog(
  registry: Registry,
  {
    job,
    waiting,
    age,
    find,
    now,
  }: { job: string; waiting: Named; age: Named; find: () => Promise<Backlog>; now: () => Date },
): { job: Job } {
  let backlog: Backlog = { count: 0, oldest: null }
  new Gauge({
    ...waiting,
    registers: [registry],
    collect() {
      this.set(backlog.count)
    },
  })
  new Gauge({
    ...age,
    registers: [registry],
    collect() {
      const { oldest } = backlog
      this.set(oldest ? Math.max(0, now().getTime() - oldest.getTime()) / 1000 : 0)
    },
  })
  return {
    job: {
      name: job,
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        backlog = await find()
      },
    },
  }
}
