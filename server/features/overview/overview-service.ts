import type { OverviewResponse, WaitingRequest } from '../../../contract/overview.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  countDocumentsToReview,
  countOrganizationsByKybStatus,
  countRequestsByStatus,
  findAssigned,
  findWaitingLongest,
} from './overview-store.ts'

export type OverviewService = ReturnType<typeof createOverviewService>

const waitingShown = 10

export function createOverviewService({ db }: { db: Db }) {
  return {
    async read(actor: Actor): Promise<OverviewResponse> {
      const me = actor.kind === 'administrator' ? actor.id : null
      const mine = me === null ? [] : await findAssigned(db, me, waitingShown)
      const longest = await findWaitingLongest(db, me, waitingShown)
      return {
        requests_by_status: await countRequestsByStatus(db),
        assigned_to_me: mine.map(toWaiting),
        waiting_longest: longest.map(toWaiting),
        documents_to_review: await countDocumentsToReview(db),
        organizations_by_kyb_status: await countOrganizationsByKybStatus(db),
      }
    },
  }
}

function toWaiting(row: Awaited<ReturnType<typeof findWaitingLongest>>[number]): WaitingRequest {
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
