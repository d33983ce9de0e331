import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { withNext } from '../db/primary/with-next.ts'

const name = 'kontor authority'

/**
 * Called before an act is judged: until its transaction ends, neither the policy changes nor who may vote. Otherwise an
 * act could count the vote of somebody whose disabling is committed, and recorded in the audit log, before the act.
 */
export async function holdAuthority(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0)) ${withNext}`.execute(db)
}

/**
 * Called first in the transaction of a change of the policy or of an administrator: waits for the acts that are being
 * judged. First, because acts also lock rows of administrators, and after this lock.
 */
export async function changeAuthority(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
