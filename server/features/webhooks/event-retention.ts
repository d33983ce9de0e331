import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteDeliveredEvents } from './delivery-store.ts'

const hour = 3_600_000
const retention = 30 * 24 * hour
const batchSize = 10_000

/** Deletes events that are older than the retention and that no endpoint still waits for. */
export function createEventRetentionJob({ db, now }: { db: Db; now: () => Date }): Job {
  return {
    name: 'event-retention',
    intervalMs: hour,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      const before = new Date(now().getTime() - retention)
      while ((await deleteDeliveredEvents(db, before, batchSize)) === batchSize && !stopping.aborted);
    },
  }
}
