import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { findMailBacklog } from './mail-store.ts'

export type MailOutcome = 'sent' | 'retried' | 'failed' | 'dropped'

export function countMails(registry: Registry): (outcome: MailOutcome) => void {
  const attempts = new Counter({
    name: 'kontor_mail_attempts_total',
    help: 'Attempts to send an e-mail: sent, retried (not accepted yet), failed (given up) or dropped (nothing to say any more)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // Prometheus counts an increase only from a value that it has seen.
  for (const outcome of ['sent', 'retried', 'failed', 'dropped'] as const) attempts.inc({ outcome }, 0)
  return (outcome) => attempts.inc({ outcome })
}

/** Exports what waits to be sent. A job reads it, so that a scrape never waits for a query. */
export function measureMailBacklog(
  registry: Registry,
  { db, now }: { db: Db; now: () => Date },
): { job: Job } {
  let backlog: { count: number; oldest: Date | null } = { count: 0, oldest: null }
  new Gauge({
    name: 'kontor_mail_backlog_waiting',
    help: 'E-mails that wait to be sent; counted up to 10000',
    registers: [registry],
    collect() {
      this.set(backlog.count)
    },
  })
  new Gauge({
    name: 'kontor_mail_backlog_age_seconds',
    help: 'Age of the oldest e-mail that waits to be sent; 0 if there is none',
    registers: [registry],
    collect() {
      const { oldest } = backlog
      this.set(oldest ? Math.max(0, now().getTime() - oldest.getTime()) / 1000 : 0)
    },
  })
  return {
    job: {
      name: 'mail-backlog',
      intervalMs: 15_000,
      runAtStart: true,
      async run() {
        backlog = await findMailBacklog(db)
      },
    },
  }
}
