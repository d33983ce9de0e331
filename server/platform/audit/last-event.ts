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

/** When the audit log began; undefined while it is empty. */
export async function beginOfLog(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('audit_events').select('at').orderBy('seq').limit(1).executeTakeFirst()
  return row?.at
}
