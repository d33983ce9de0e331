import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Documents that wait for a review, by the day (UTC) since when: of the upload, or of the end of a decision. */
export async function countWaitingByDay(
  db: Db,
  { from, to }: { from: string | null; to: string },
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select since_on as day, documents as count from document_waiting_days
    where since_on >= coalesce(${from}::date, '-infinity') and since_on <= ${to}::date and documents > 0
  `.execute(db)
  return rows
}
