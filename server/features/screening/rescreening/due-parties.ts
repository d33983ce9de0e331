import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import type { CurrentIndex } from '../generations/current-index.ts'
import type { PartyScreening } from '../subjects/create-screening.ts'
import { listDue } from '../subjects/subject-store.ts'

const intervalMs = 10_000
const batchSize = 100

/**
 * Compares parties that were saved by a node that did not have the current lists yet, and those that could not be compared
 * when it was their turn.
 */
export function createDueParties({
  db,
  now,
  vault,
  index,
  screening,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'state'>
  index: Pick<CurrentIndex, 'refresh'>
  screening: Pick<PartyScreening, 'compareIfDue'>
}): { job: Job } {
  return {
    job: {
      name: 'screening-due',
      intervalMs,
      runAtStart: true,
      async run(stopping) {
        // Numbers of identity documents could not be compared. The job tries again.
        while (!stopping.aborted && vault.state() === 'open') {
          const due = await listDue(db, now(), batchSize)
          if (due.length === 0) return
          await index.refresh()
          for (const key of due) {
            // Lists that were published in this moment: the job tries again.
            if (stopping.aborted || !(await screening.compareIfDue(key))) return
          }
        }
      },
    },
  }
}
