import type { KybStatus } from '../../../contract/organizations/organizations.ts'
import { purchaseRequestStatuses } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import {
  type DailyReport,
  type DocumentsAgeingReport,
  endedStatuses,
  type FunnelReport,
  funnelStages,
  type KybAgeingReport,
  type ReportListResponse,
  type ReportQuery,
  reportAccess,
  reportNames,
  type TimeInStatusReport,
  type VolumesReport,
  waitingKybStatuses,
} from '../../../contract/work/reports.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { countWaitingByDay } from '../documents/document-reports.ts'
import { countKybByDay } from '../organizations/organization-reports.ts'
import {
  countByStage,
  countCreatedByStatus,
  findDaily,
  findStays,
  findVolumes,
  type VolumeRow,
} from '../purchase-requests/request-reports.ts'
import { countRequestsByStatus } from '../purchase-requests/waiting-requests.ts'
import { addDays, agesOf, dayOf, isOfAge, periodOf, restrictionOf } from './report-days.ts'

export type ReportService = ReturnType<typeof createReportService>

export function createReportService({ db, now }: { db: Db; now: () => Date }) {
  return {
    list({ permissions }: Pick<Actor, 'permissions'>): ReportListResponse {
      const readable = reportNames.filter((name) => permissions.has(reportAccess[name]))
      return { items: readable.map((name) => ({ name })) }
    },

    async volumes(query: ReportQuery): Promise<VolumesReport> {
      const period = periodOf(query, now())
      const rows = await findVolumes(db, period)
      return { ...period, items: rows.map((row) => toVolume(row, period)) }
    },

    async daily(query: ReportQuery): Promise<DailyReport> {
      const period = periodOf(query, now())
      return { ...period, items: await findDaily(db, period) }
    },

    async timeInStatus(query: ReportQuery): Promise<TimeInStatusReport> {
      const period = periodOf(query, now())
      const stays = new Map((await findStays(db, period)).map((row) => [row.status, row]))
      const requests = await countRequestsByStatus(db)
      return {
        ...period,
        items: purchaseRequestStatuses
          .map((status) => ({
            status,
            stays: stays.get(status)?.stays ?? 0,
            median_seconds: stays.get(status)?.median_seconds ?? null,
            worst_tenth_seconds: stays.get(status)?.worst_tenth_seconds ?? null,
            requests_now: requests[status] ?? 0,
          }))
          .filter((item) => item.stays > 0 || item.requests_now > 0),
      }
    },

    async funnel(query: ReportQuery): Promise<FunnelReport> {
      const period = periodOf(query, now())
      const reached = await countByStage(db, period)
      const byStatus = await countCreatedByStatus(db, period)
      return {
        ...period,
        items: funnelStages.map((stage, index) => ({ stage, requests: reached[index] ?? 0 })),
        ended: endedStatuses.map((status) => ({ status, requests: byStatus.get(status) ?? 0 })),
      }
    },

    async documentsAgeing(query: ReportQuery): Promise<DocumentsAgeingReport> {
      const restriction = restrictionOf(query, now())
      const days = await countWaitingByDay(db, restriction)
      const today = dayOf(now())
      return {
        ...restriction,
        as_of: today,
        items: agesOf(today).map((age) => ({
          ...age,
          documents: sumOf(days.filter(({ day }) => isOfAge(age, day))),
        })),
      }
    },

    async kybAgeing(query: ReportQuery): Promise<KybAgeingReport> {
      const restriction = restrictionOf(query, now())
      const days = await countKybByDay(db, waitingKybStatuses, restriction)
      const today = dayOf(now())
      const itemsOf = (status: KybStatus) =>
        agesOf(today).map((age) => ({
          kyb_status: status,
          ...age,
          organizations: sumOf(
            days.filter(({ kyb_status, day }) => kyb_status === status && isOfAge(age, day)),
          ),
        }))
      return { ...restriction, as_of: today, items: waitingKybStatuses.flatMap(itemsOf) }
    },
  }
}

function toVolume(
  {
    week,
    asset,
    fiat_currency,
    requests,
    crypto_amount,
    total_amount,
    delivered_requests,
    delivered_crypto_amount,
    delivered_total_amount,
  }: VolumeRow,
  { from, to }: { from: string; to: string },
): VolumesReport['items'][number] {
  const sunday = addDays(week, 6)
  return {
    week,
    from: week < from ? from : week,
    to: sunday > to ? to : sunday,
    asset,
    fiat_currency,
    requests,
    crypto_amount,
    total_amount,
    delivered: {
      requests: delivered_requests,
      crypto_amount: delivered_crypto_amount,
      total_amount: delivered_total_amount,
    },
  }
}

function sumOf(rows: readonly { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
