import type { OverviewResponse, WaitingRequest } from '../../../contract/work/overview.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { countDocumentsToReview, countOrganizationsByKybStatus } from '../organizations/organization-reads.ts'
import { findOpenAmounts } from '../purchase-requests/open-amounts.ts'
import {
  countRequestsByStatus,
  findWaitingAssigned,
  findWaitingOthers,
  type WaitingRow,
} from '../purchase-requests/waiting-requests.ts'

export type OverviewService = ReturnType<typeof createOverviewService>

const waitingShown = 10

export function createOverviewService({ db }: { db: Db }) {
  return {
    async read(actor: Actor): Promise<OverviewResponse> {
      const me = actor.kind === 'administrator' ? actor.id : null
      const mine = me === null ? [] : await findWaitingAssigned(db, me, waitingShown)
      const longest = await findWaitingOthers(db, me, waitingShown)
      return {
        requests_by_status: await countRequestsByStatus(db),
        open_amounts: await findOpenAmounts(db),
        assigned_to_me: mine.map(toWaiting),
        waiting_longest: longest.map(toWaiting),
        documents_to_review: await countDocumentsToReview(db),
        organizations_by_kyb_status: await countOrganizationsByKybStatus(db),
      }
    },
  }
}

function toWaiting(row: WaitingRow): WaitingRequest {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    since: row.status_since.toISOString(),
    assignee_id: row.assignee_id,
    organization_id: row.organization_id,
    organization: { inn: row.inn, short_name: row.short_name },
  }
}
