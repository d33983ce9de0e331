import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteOldChanges } from './changes-store.ts'

const batchSize = 10_000

/** Deletes changes that are older than the retention. */
export function createChangeRetentionJob({
  db,
  now,
  retentionSeconds,
}: {
  db: Db
  now: () => Date
  retentionSeconds: number
}): Job {
  return {
    name: 'change-retention',
    intervalMs: 3_600_000,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      const before = new Date(now().getTime() - retentionSeconds * 1000)
      while ((await deleteOldChanges(db, before, batchSize)) === batchSize && !stopping.aborted);
    },
  }
}
