import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Read from counter rows, which a trigger keeps. */
export async function countOrganizationsByKybStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('organization_kyb_counts').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.kyb_status, row.count]))
}

/** Uses the index of organizations with a pending document, so the cost follows the open work, not the history. */
export async function countDocumentsToReview(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from organizations, jsonb_each(document_slots) as slot
    where document_slots @@ '$.*.status == "pending"' and slot.value ->> 'status' = 'pending'
  `.execute(db)
  return rows[0]?.count ?? 0
}
