import { sql } from 'kysely'
import { purchaseRequestStatuses } from '../../../contract/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'

/** The statuses in which somebody here has to do something next. */
const waiting = ['new', 'in_review', 'on_hold', 'paid', 'failed'] as const

/** From the counter rows of all requests together. */
export async function countRequestsByStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('purchase_request_counts')
    .select(['status', 'count'])
    .where('organization_id', '=', '')
    .execute()
  const counts = new Map(rows.map((row) => [row.status, row.count]))
  return Object.fromEntries(purchaseRequestStatuses.map((status) => [status, counts.get(status) ?? 0]))
}

/** The requests that have been in their status longest, off the index of those that wait. */
function waitingRequests(db: Db, limit: number) {
  return db
    .selectFrom('purchase_requests as request')
    .innerJoin('organizations as organization', 'organization.id', 'request.organization_id')
    .select(['request.id', 'request.number', 'request.status', 'request.status_since', 'request.assignee_id'])
    .select(['request.organization_id', 'organization.inn', 'organization.short_name'])
    .where('request.status', 'in', waiting)
    .orderBy('request.status_since')
    .orderBy('request.seq')
    .limit(limit)
}

/** What waits for one administrator, oldest first. */
export function findAssigned(db: Db, administratorId: string, limit: number) {
  return waitingRequests(db, limit).where('request.assignee_id', '=', administratorId).execute()
}

/** What waits for anybody else, oldest first. */
export function findWaitingLongest(db: Db, administratorId: string | null, limit: number) {
  const requests = waitingRequests(db, limit)
  const others =
    administratorId === null
      ? requests
      : requests.where('request.assignee_id', 'is distinct from', administratorId)
  return others.execute()
}

/** Off the index of organizations with something pending: the work of today, not all there ever was. */
export async function countDocumentsToReview(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from organizations, jsonb_each(document_slots) as slot
    where document_slots @@ '$.*.status == "pending"' and slot.value ->> 'status' = 'pending'
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** From counter rows that follow the organizations by themselves. */
export async function countOrganizationsByKybStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom('organization_kyb_counts').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.kyb_status, row.count]))
}
