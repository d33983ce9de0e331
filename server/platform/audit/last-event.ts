import type { Db } from '../db/database.ts'

/** When this was done last; undefined if it never was. */
export async function lastTimeOf(db: Db, action: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_events')
    .select('at')
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** The last events of this kind, newest first. */
export async function recentEvents(
  db: Db,
  action: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ at: Date; details: Record<string, unknown> }[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select(['at', 'event'])
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows
    .filter(({ at }) => at >= since)
    .map(({ at, event }) => ({
      at,
      details: (JSON.parse(event) as { details: Record<string, unknown> }).details,
    }))
}

/** When the audit log began; undefined while it is empty. */
export async function beginOfLog(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('audit_events').select('at').orderBy('seq').limit(1).executeTakeFirst()
  return row?.at
}
