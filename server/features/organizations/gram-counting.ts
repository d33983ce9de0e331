import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

/**
 * Counts the keys of the search in a sample, again whenever the table has grown by half. The counts decide how a text is
 * searched: old ones make a search slower, never wrong.
 */
export function createGramCounting({ db }: { db: Db }) {
  async function countIfGrown(): Promise<boolean> {
    const { total, counted } = await db
      .selectFrom('organization_counter')
      .innerJoin('organization_gram_sample', (join) => join.onTrue())
      .select(['organization_counter.total', 'organization_gram_sample.total as counted'])
      .executeTakeFirstOrThrow()
    if (total <= counted * 1.5) return false
    await sql`select count_organization_grams()`.execute(db)
    return true
  }

  const job: Job = { name: 'gram-counting', intervalMs: 60_000, run: countIfGrown }

  return { countIfGrown, job }
}
