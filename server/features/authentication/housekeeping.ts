import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { deleteExpiredChallenges } from './passkeys/challenges.ts'

const hour = 3_600_000
const day = 24 * hour

/** Deletes sessions, tokens, challenges and counters that no decision depends on any more. */
export async function sweep(db: Db, at: Date): Promise<void> {
  const ago = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  // A token of a session that ended a day ago is refused as unknown, so its row is not needed.
  await db
    .deleteFrom('refresh_tokens')
    .where('session_id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where((row) => row.or([row('revoked_at', '<', ago(day)), row('expires_at', '<', ago(day))])),
    )
    .execute()
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', ago(90 * day))
    .execute()
  await deleteExpiredChallenges(db, at)
  await db
    .deleteFrom('sign_in_counters')
    .where('since', '<', ago(day))
    .where((row) => row.or([row('last_failure_at', 'is', null), row('last_failure_at', '<', ago(day))]))
    .execute()
  await db
    .deleteFrom('sign_in_addresses')
    .where('last_sign_in_at', '<', ago(30 * day))
    .execute()
}

export function createHousekeepingJob({ db, now }: { db: Db; now: () => Date }): Job {
  return { name: 'session-housekeeping', intervalMs: hour, jitter: 0.1, run: () => sweep(db, now()) }
}
