import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../server/platform/db/database.ts'

/**
 * Connections of a pool on which so many transactions can wait for a lock at the same time: a fifth of them is kept for
 * plain reads.
 */
export function connectionsFor(callers: number): number {
  return Math.ceil(callers * 1.25)
}

/** How many statements in this test's own database wait for a lock. */
export async function lockWaiters(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Waits until all of these callers wait for a lock: only then does a race test prove that each of them had to. */
export async function untilWaiting(db: Db, callers: number): Promise<void> {
  // Background work of the service may wait beside them.
  await expect.poll(() => lockWaiters(db), { timeout: 30_000 }).toBeGreaterThanOrEqual(callers)
}

/** Takes a lock, begins the calls, and lets go of the lock once every one of them waits for one. */
export async function whileLocked<T>(
  db: Db,
  lock: (db: Db) => Promise<unknown>,
  calls: () => Promise<T>[],
): Promise<T[]> {
  const { begun } = await db.transaction().execute(async (holder) => {
    await lock(holder)
    const begun = calls()
    // Should they not all come to wait, that is the failure to report, not what becomes of them.
    for (const call of begun) call.catch(() => {})
    await untilWaiting(db, begun.length)
    return { begun }
  })
  return Promise.all(begun)
}
