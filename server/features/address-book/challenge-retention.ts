import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteOldChallenges } from './challenge-store.ts'

const batchSize = 1000

/** Deletes challenges that were used or have run out. The proof itself is kept with the entry. */
export function createChallengeRetentionJob({ db, now }: { db: Db; now: () => Date }): Job {
  return {
    name: 'address-challenge-retention',
    intervalMs: 3_600_000,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      while ((await deleteOldChallenges(db, now(), batchSize)) === batchSize && !stopping.aborted);
    },
  }
}
