import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { deleteOldActs } from './act-store.ts'

const batchSize = 10_000
/** The preview of a policy looks back 30 days. */
const keptMs = 31 * 24 * 3_600_000

/** Deletes acts that neither a limit nor a preview counts any more. */
export function createActRetentionJob({ db, now }: { db: Db; now: () => Date }): Job {
  return {
    name: 'act-retention',
    intervalMs: 3_600_000,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      const before = new Date(now().getTime() - keptMs)
      while ((await deleteOldActs(db, before, batchSize)) === batchSize && !stopping.aborted);
    },
  }
}
