import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Organizations with these KYB statuses, by the day (UTC) since when they have had theirs. */
export async function countKybByDay(
  db: Db,
  statuses: readonly string[],
  { from, to }: { from: string | null; to: string },
): Promise<{ kyb_status: string; day: string; count: number }[]> {
  const { rows } = await sql<{ kyb_status: string; day: string; count: number }>`
    select kyb_status, since_on as day, organizations as count from organization_kyb_days
    where kyb_status = any(${statuses}) and organizations > 0
      and since_on >= coalesce(${from}::date, '-infinity') and since_on <= ${to}::date
  `.execute(db)
  return rows
}
