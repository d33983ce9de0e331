import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { type Approval, listWaiting, lockWaiting } from './approval-store.ts'
import type { ProvenApprovals } from './proven-approvals.ts'
import { tellOfStale } from './stale-trace.ts'

/** What waits for votes, as far as it says whether its act can still be done. */
export type WaitingAct = Pick<Approval, 'id' | 'act' | 'subject_type' | 'subject_id' | 'subject_version'>

/** Of these approvals, the ids of those whose act was done otherwise, or cannot be done any more. */
export type FindEnded = (db: Db, waiting: readonly WaitingAct[]) => Promise<string[]>

/** Ends approvals that nobody has to vote on any more, so that they leave the queue. There are few that wait. */
export function createEndedApprovals({
  db: pool,
  now,
  findEnded,
  provenApprovals,
}: {
  db: Db
  now: () => Date
  provenApprovals: Pick<ProvenApprovals, 'close'>
  findEnded: FindEnded
}): Job & { sweep(): Promise<void> } {
  async function sweep(): Promise<void> {
    const ended = await findEnded(pool, await listWaiting(pool, now()))
    if (ended.length === 0) return
    await pool.transaction().execute(async (db) => {
      const at = now()
      for (const approval of await lockWaiting(db, ended)) {
        await provenApprovals.close(db, approval, 'stale', at)
        tellOfStale(db, approval, at)
      }
    })
  }

  return { name: 'ended-approvals', intervalMs: 10_000, run: sweep, sweep }
}
