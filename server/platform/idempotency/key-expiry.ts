import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Job } from '../jobs/jobs.ts'

const hour = 3_600_000
const lifetime = 7 * 24 * hour
const batchSize = 10_000

/** Keys that were created before this time have expired. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() - lifetime)
}

/** Deletes expired keys and the responses stored with them. */
export function createKeyExpiryJob({ db, now }: { db: Db; now: () => Date }): Job {
  return {
    name: 'idempotency-expiry',
    intervalMs: hour,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      while ((await deleteExpired(db, expiryOf(now()))) === batchSize && !stopping.aborted);
    },
  }
}

/** Rows that a request is using are left for the next run. */
async function deleteExpired(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < ${before}
      limit ${sql.lit(batchSize)} for update skip locked
    ))
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
