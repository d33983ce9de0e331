import { purchaseRequestStatuses } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { waitingStatuses } from '../../../contract/work/work.ts'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'

/** From the counter rows of all organizations together. */
export async function countRequestsByStatus(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('purchase_request_counts')
    .select(['status', 'count'])
    .where('organization_id', '=', '')
    .execute()
  const counts = new Map(rows.map((row) => [row.status, row.count]))
  return Object.fromEntries(purchaseRequestStatuses.map((status) => [status, counts.get(status) ?? 0]))
}

/** Whether there is any request of the organization. */
export async function hasRequests(db: Db, organizationId: string): Promise<boolean> {
  const found = await db
    .selectFrom('purchase_requests')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The requests that have been in their status longest, from the index of waiting requests. */
function waitingRequests(db: Db, limit: number) {
  return db
    .selectFrom('purchase_requests as request')
    .innerJoin(organizationSummary(db).as('organization'), 'organization.id', 'request.organization_id')
    .select(['request.id', 'request.number', 'request.status', 'request.status_since', 'request.assignee_id'])
    .select(['request.organization_id', 'organization.inn', 'organization.short_name'])
    .where('request.status', 'in', waitingStatuses)
    .orderBy('request.status_since')
    .orderBy('request.seq')
    .limit(limit)
}

export type WaitingRow = Awaited<ReturnType<typeof findWaitingAssigned>>[number]

/** The requests that wait for this administrator, oldest first. */
export function findWaitingAssigned(db: Db, administratorId: string, limit: number) {
  return waitingRequests(db, limit).where('request.assignee_id', '=', administratorId).execute()
}

/** The requests that wait for anybody but this administrator, oldest first. */
export function findWaitingOthers(db: Db, administratorId: string | null, limit: number) {
  const requests = waitingRequests(db, limit)
  const others =
    administratorId === null
      ? requests
      : requests.where('request.assignee_id', 'is distinct from', administratorId)
  return others.execute()
}
