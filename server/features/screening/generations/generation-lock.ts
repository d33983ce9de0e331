import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { withNext } from '../../../platform/db/primary/with-next.ts'

const name = 'kontor screening'

/**
 * Called before a party is compared with the lists: until its transaction ends, no generation is published. Otherwise a
 * party could be compared with the old lists and saved after the new ones were compared with all parties.
 */
export async function holdGeneration(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0)) ${withNext}`.execute(db)
}

/**
 * Called before a generation is committed: waits for the parties that are being compared. The generation is visible from
 * the commit on, so everything slow is written before this call.
 */
export async function changeGeneration(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
