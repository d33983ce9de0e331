import { type Static, type TSchema, Type } from 'typebox'
import { CalendarDate, field, nullable, oneOf } from '../api/common.ts'
import type { Permission } from '../api/roles.ts'
import { purchaseAssets } from '../money/assets.ts'
import { kybStatuses } from '../organizations/organizations.ts'
import { purchaseRequestStatuses } from '../purchase-requests/purchase-request-rules.ts'

/** Each report, and who may read it. */
export const reportAccess = {
  volumes: 'requests:read',
  daily: 'requests:read',
  'time-in-status': 'requests:read',
  funnel: 'requests:read',
  'documents-ageing': 'documents:read',
  'kyb-ageing': 'organizations:read',
} as const satisfies Record<string, Permission>

export type ReportName = keyof typeof reportAccess
export const reportNames = Object.keys(reportAccess) as ReportName[]

/** How far a request has come. The function `purchase_request_stage` in SQL numbers them in this order. */
export const funnelStages = ['requested', 'reviewed', 'approved', 'paid', 'delivered'] as const
export type FunnelStage = (typeof funnelStages)[number]

/** The statuses in which a request ends before its delivery. */
export const endedStatuses = ['rejected', 'expired', 'cancelled', 'refunded'] as const

/** The KYB statuses in which an organization waits for a decision. */
export const waitingKybStatuses = ['new', 'in_review'] as const

/** Ages in whole days (UTC), from the day named first to the one before the next. */
export const ageBands = [0, 1, 3, 7, 30] as const

export const ReportQuery = Type.Object({
  from: field(
    Type.Optional(CalendarDate),
    'The first day (UTC). Unless given, 90 days before `to`, and of what waits now everything',
    '2026-01-01',
  ),
  to: field(Type.Optional(CalendarDate), 'The last day (UTC); today unless given', '2026-03-31'),
})
export type ReportQuery = Static<typeof ReportQuery>

const Count = Type.Integer({ minimum: 0 })
const Sum = Type.String()
const firstDay = field(CalendarDate, 'The first day of the report', '2026-01-01')
const lastDay = field(CalendarDate, 'The last day of the report', '2026-03-31')

function report<Item extends TSchema>($id: string, description: string, item: Item) {
  return Type.Object(
    { from: firstDay, to: lastDay, items: field(Type.Array(item), 'The figures') },
    { $id, description },
  )
}

const Volume = Type.Object({
  requests: field(Count, 'The number of requests', 12),
  crypto_amount: field(Sum, 'The sum of the amounts of the asset, exact', '15000.5'),
  total_amount: field(Sum, 'The sum of the prices with fee, exact', '1470049.00'),
})

export const VolumeItem = Type.Object({
  week: field(CalendarDate, 'The Monday of the week', '2026-01-05'),
  from: field(CalendarDate, 'The first day of the week that is part of the report', '2026-01-05'),
  to: field(CalendarDate, 'The last day of the week that is part of the report', '2026-01-11'),
  asset: field(oneOf(purchaseAssets), 'The asset', 'USDT'),
  fiat_currency: field(Type.String(), 'The currency of the prices', 'RUB'),
  ...Volume.properties,
  delivered: field(Volume, 'Those of them that are completed now'),
})
export type VolumeItem = Static<typeof VolumeItem>

export const VolumesReport = report(
  'VolumesReport',
  'What was requested by asset, currency and week of the request. Weeks without requests are left out.',
  VolumeItem,
)
export type VolumesReport = Static<typeof VolumesReport>

export const DailyItem = Type.Object({
  day: field(CalendarDate, 'The day', '2026-01-05'),
  asset: field(oneOf(purchaseAssets), 'The asset', 'USDT'),
  requests: field(Count, 'The number of requests of this day', 12),
  requested: field(Sum, 'What they ask for, exact', '15000.5'),
  deliveries: field(Count, 'The number of deliveries of this day that were not reversed', 9),
  delivered: field(Sum, 'What they sent, exact', '12000'),
})
export type DailyItem = Static<typeof DailyItem>

export const DailyReport = report(
  'DailyReport',
  'What was requested and what was delivered, by asset and day. Days without either are left out.',
  DailyItem,
)
export type DailyReport = Static<typeof DailyReport>

export const TimeInStatusItem = Type.Object({
  status: field(oneOf(purchaseRequestStatuses), 'The status', 'in_review'),
  stays: field(Count, 'How often a request left the status in these days', 240),
  median_seconds: field(nullable(Count), 'Half of the stays were not longer; null without any', 5400),
  worst_tenth_seconds: field(
    nullable(Count),
    'Nine tenths of the stays were not longer; null without any',
    86400,
  ),
  requests_now: field(Count, 'The number of requests that have the status now', 7),
})
export type TimeInStatusItem = Static<typeof TimeInStatusItem>

export const TimeInStatusReport = report(
  'TimeInStatusReport',
  'How long requests were in each status that they left in these days.',
  TimeInStatusItem,
)
export type TimeInStatusReport = Static<typeof TimeInStatusReport>

export const FunnelItem = Type.Object({
  stage: field(oneOf(funnelStages), 'The stage', 'approved'),
  requests: field(Count, 'How many of the requests of these days have ever reached it', 180),
})
export type FunnelItem = Static<typeof FunnelItem>

const EndedItem = Type.Object({
  status: field(oneOf(endedStatuses), 'The status', 'cancelled'),
  requests: field(Count, 'How many of the requests of these days have it now', 9),
})

export const FunnelReport = Type.Object(
  {
    from: firstDay,
    to: lastDay,
    items: field(Type.Array(FunnelItem), 'The stages in their order'),
    ended: field(Type.Array(EndedItem), 'Requests that are not on their way to a delivery'),
  },
  {
    $id: 'FunnelReport',
    description: 'How far the requests that were created in these days have come.',
  },
)
export type FunnelReport = Static<typeof FunnelReport>

const age = {
  days_from: field(Count, 'The age in whole days (UTC), at least', 3),
  days_to: field(nullable(Count), 'The age in whole days (UTC), at most; null without a limit', 6),
  from: field(nullable(CalendarDate), 'The first day of this age; null without a limit', '2026-01-25'),
  to: field(CalendarDate, 'The last day of this age', '2026-01-28'),
}
const restriction = {
  from: field(nullable(CalendarDate), 'The first day that was asked for; null without one', '2026-01-01'),
  to: lastDay,
  as_of: field(CalendarDate, 'The day from which ages are counted: today', '2026-03-31'),
}

export const DocumentsAgeingReport = Type.Object(
  {
    ...restriction,
    items: field(
      Type.Array(Type.Object({ ...age, documents: field(Count, 'Documents that wait for a review now', 4) })),
      'The ages, youngest first',
    ),
  },
  {
    $id: 'DocumentsAgeingReport',
    description:
      'Documents that wait for a review, by the days since their upload, or since their decision was withdrawn.',
  },
)
export type DocumentsAgeingReport = Static<typeof DocumentsAgeingReport>

export const KybAgeingReport = Type.Object(
  {
    ...restriction,
    items: field(
      Type.Array(
        Type.Object({
          kyb_status: field(oneOf(kybStatuses), 'The KYB status', 'in_review'),
          ...age,
          organizations: field(Count, 'Organizations with this status now', 4),
        }),
      ),
      'The statuses in which an organization waits for a decision, with their ages, youngest first',
    ),
  },
  {
    $id: 'KybAgeingReport',
    description:
      'Organizations that wait for a KYB decision, by the days since they have had their KYB status.',
  },
)
export type KybAgeingReport = Static<typeof KybAgeingReport>

export const ReportListResponse = Type.Object(
  {
    items: field(
      Type.Array(Type.Object({ name: field(oneOf(reportNames), 'The name of the report', 'volumes') })),
      'The reports that the caller may read',
    ),
  },
  { $id: 'ReportListResponse', description: 'Reports.' },
)
export type ReportListResponse = Static<typeof ReportListResponse>
