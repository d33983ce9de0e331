import type { Db } from '../../platform/db/database.ts'
import { countHits } from './hits/hit-store.ts'
import type { PartyProgress } from './list-service.ts'
import { findPasses } from './passes/pass-store.ts'
import { countSubjects } from './subjects/subject-store.ts'

/** How far parties are compared with the lists, and what was found. */
export async function readPartyProgress(db: Db): Promise<PartyProgress> {
  const { running } = await findPasses(db)
  const counts = await countHits(db)
  const sum = (of: (count: (typeof counts)[number]) => boolean) =>
    counts.filter(of).reduce((total, { count }) => total + count, 0)
  return {
    rescreening: running
      ? {
          generation: running.generation,
          done: running.done,
          total: Math.max(running.total, running.done),
          started_at: running.started_at.toISOString(),
        }
      : null,
    parties: await countSubjects(db),
    open_hits: sum(({ status }) => status === 'open'),
    blocking_hits: sum(({ status, above }) => above && (status === 'open' || status === 'confirmed')),
  }
}
