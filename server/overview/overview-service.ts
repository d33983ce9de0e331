import type { OverviewResponse } from '../../contract/overview.ts'
import type { Db } from '../db/database.ts'
import {
  countDocumentsToReview,
  countOrganizationsByKybStatus,
  countRequestsByStatus,
  findWaitingLongest,
} from './overview-store.ts'

export type OverviewService = ReturnType<typeof createOverviewService>

const waitingShown = 10

export function createOverviewService({ db }: { db: Db }) {
  return {
    async read(): Promise<OverviewResponse> {
      const longest = await findWaitingLongest(db, waitingShown)
      return {
        requests_by_status: await countRequestsByStatus(db),
        waiting_longest: longest.map((row) => ({
          id: row.id,
          number: row.number,
          status: row.status,
          since: row.status_since.toISOString(),
          organization_id: row.organization_id,
          organization: { inn: row.inn, short_name: row.short_name },
        })),
        documents_to_review: await countDocumentsToReview(db),
        organizations_by_kyb_status: await countOrganizationsByKybStatus(db),
      }
    },
  }
}
