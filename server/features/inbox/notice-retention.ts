import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteOldNotices } from './inbox-store.ts'

const hour = 3_600_000
const retention = 180 * 24 * hour
const batchSize = 1000

/** Deletes notices after half a year, and their mails with them. */
export function createNoticeRetentionJob({ db, now }: { db: Db; now: () => Date }): Job {
  return {
    name: 'notice-retention',
    intervalMs: 6 * hour,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      const before = new Date(now().getTime() - retention)
      while ((await deleteOldNotices(db, before, batchSize)) === batchSize && !stopping.aborted);
    },
  }
}
