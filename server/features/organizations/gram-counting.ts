import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'

/**
 * Keeps the counts that choose the rarest grams of a search roughly true: they are taken anew whenever the table has
 * grown by half. Old counts make a search slower, never wrong.
 */
export function createGramCounting({ db, log, everyMs = 60_000 }: { db: Db; log: Logger; everyMs?: number }) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

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

  return {
    countIfGrown,
    start(): void {
      timer = setInterval(() => {
        running = running.then(countIfGrown).then(
          () => {},
          (error) => log.warn({ err: error }, 'the grams of the organizations could not be counted'),
        )
      }, everyMs)
      timer.unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
