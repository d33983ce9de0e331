import type { Registry } from 'prom-client'
import type { Db } from '../../../platform/db/database.ts'
import { countOutcomes, measureBacklog } from '../../../platform/delivery/delivery-metrics.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { findMailBacklog } from './mail-store.ts'

const outcomes = ['sent', 'retried', 'failed', 'dropped'] as const
export type MailOutcome = (typeof outcomes)[number]

export function countMails(registry: Registry): (outcome: MailOutcome) => void {
  return countOutcomes(registry, {
    name: 'kontor_mail_attempts_total',
    help: 'Attempts to send an e-mail: sent, retried (not accepted yet), failed (given up) or dropped (nothing to say any more)',
    outcomes,
  })
}

export function measureMailBacklog(
  registry: Registry,
  { db, now }: { db: Db; now: () => Date },
): { job: Job } {
  return measureBacklog(registry, {
    job: 'mail-backlog',
    waiting: {
      name: 'kontor_mail_backlog_waiting',
      help: 'E-mails that wait to be sent; counted up to 10000',
    },
    age: {
      name: 'kontor_mail_backlog_age_seconds',
      help: 'Age of the oldest e-mail that waits to be sent; 0 if there is none',
    },
    find: () => findMailBacklog(db),
    now,
  })
}
