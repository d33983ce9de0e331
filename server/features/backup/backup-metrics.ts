import { Gauge, type Registry } from 'prom-client'
import { beginOfLog, lastTimeOf } from '../../platform/audit/last-event.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

/** Exports the age of the last backup. A job reads it, so that a scrape never waits for a query. */
export function measureBackups(registry: Registry, { db, now }: { db: Db; now: () => Date }): { job: Job } {
  let since: Date | undefined
  new Gauge({
    name: 'kontor_backup_age_seconds',
    help: 'Time since the last complete backup by `kontor backup`; since the audit log began if there is none',
    registers: [registry],
    collect() {
      this.set(since ? Math.max(0, now().getTime() - since.getTime()) / 1000 : 0)
    },
  })
  return {
    job: {
      name: 'backup-age',
      intervalMs: 60_000,
      runAtStart: true,
      async run() {
        since = (await lastTimeOf(db, 'backup.created')) ?? (await beginOfLog(db))
      },
    },
  }
}
