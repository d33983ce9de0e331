import { type RawBuilder, sql } from 'kysely'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { PurchaseRequestStatus } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { type DailyItem, type FunnelStage, funnelStages } from '../../../contract/work/reports.ts'
import type { Db } from '../../platform/db/database.ts'

/** Days of UTC, both included. */
export interface Days {
  from: string
  to: string
}

export interface VolumeRow {
  week: string
  asset: PurchaseAsset
  fiat_currency: string
  requests: number
  crypto_amount: string
  total_amount: string
  delivered_requests: number
  delivered_crypto_amount: string
  delivered_total_amount: string
}

/** By the day of creation. `completed` is the status that requests have now. */
export async function findVolumes(db: Db, { from, to }: Days): Promise<VolumeRow[]> {
  const delivered = sql`filter (where status = 'completed')`
  const { rows } = await sql<VolumeRow>`
    select date_trunc('week', created_on::timestamp)::date as week, asset, fiat_currency,
      sum(requests)::bigint as requests,
      -- Sums of a day keep the decimals of amounts that have left it: 3.50 less 0.50 is 3.00.
      trim_scale(sum(crypto_amount)) as crypto_amount, sum(total_amount) as total_amount,
      coalesce(sum(requests) ${delivered}, 0)::bigint as delivered_requests,
      trim_scale(coalesce(sum(crypto_amount) ${delivered}, 0)) as delivered_crypto_amount,
      coalesce(sum(total_amount) ${delivered}, 0) as delivered_total_amount
    from purchase_request_days
    where created_on between ${from}::date and ${to}::date and requests > 0
    group by 1, 2, 3 order by 1, 2, 3
  `.execute(db)
  return rows
}

/** Requests by the day of their creation, and deliveries by the day on which the coins were sent. */
export async function findDaily(db: Db, { from, to }: Days): Promise<DailyItem[]> {
  const { rows } = await sql<DailyItem>`
    select coalesce(asked.day, sent.day) as day, coalesce(asked.asset, sent.asset) as asset,
      coalesce(requests, 0) as requests, trim_scale(coalesce(requested, 0)) as requested,
      coalesce(deliveries, 0) as deliveries, trim_scale(coalesce(delivered, 0)) as delivered
    from (
      select created_on as day, asset, sum(requests)::bigint as requests, sum(crypto_amount) as requested
      from purchase_request_days
      where created_on between ${from}::date and ${to}::date and requests > 0
      group by 1, 2
    ) as asked
      full join (
        select (coalesce(delivered_at, at) at time zone 'UTC')::date as day, asset,
          count(*) as deliveries, sum(amount) as delivered
        from deliveries
        where reversed_at is null
          and coalesce(delivered_at, at) >= ${from}::date::timestamp at time zone 'UTC'
          and coalesce(delivered_at, at) < (${to}::date + 1)::timestamp at time zone 'UTC'
        group by 1, 2
      ) as sent on sent.day = asked.day and sent.asset = asked.asset
    order by 1, 2
  `.execute(db)
  return rows
}

/** How many requests were created on these days, by the status that they have now. */
export async function countCreatedByStatus(
  db: Db,
  { from, to }: Days,
): Promise<ReadonlyMap<PurchaseRequestStatus, number>> {
  const { rows } = await sql<{ status: PurchaseRequestStatus; requests: number }>`
    select status, sum(requests)::bigint as requests from purchase_request_days
    where created_on between ${from}::date and ${to}::date group by status
  `.execute(db)
  return new Map(rows.map(({ status, requests }) => [status, requests]))
}

/** How many of the requests that were created on these days have ever reached each stage. */
export async function countByStage(db: Db, { from, to }: Days): Promise<number[]> {
  const { rows } = await sql<{ stage: number; requests: number }>`
    select stage, sum(requests)::bigint as requests from purchase_request_funnel
    where created_on between ${from}::date and ${to}::date group by stage
  `.execute(db)
  const counts = new Map(rows.map(({ stage, requests }) => [stage, requests]))
  return funnelStages.map((_, stage) => counts.get(stage) ?? 0)
}

/** For lists of `purchase_requests as request`. */
export function hasReached(stage: FunnelStage): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from purchase_request_history as reached
    where reached.request_id = request.id and purchase_request_stage(reached.to_status) >= ${funnelStages.indexOf(stage)}
  )`
}

export interface StayRow {
  status: PurchaseRequestStatus
  stays: number
  median_seconds: number
  worst_tenth_seconds: number
}

/**
 * The stays that ended on these days. Counts by length tell in which class the value lies and how many of the class are
 * before it; the index of the stays has it there.
 */
export async function findStays(db: Db, { from, to }: Days): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    with counted as (
      select status, at_least, sum(stays)::bigint as stays from purchase_request_stay_counts
      where left_on between ${from}::date and ${to}::date group by status, at_least
    ), ordered as (
      select status, at_least, stays,
        (sum(stays) over (partition by status order by at_least))::bigint as up_to,
        (sum(stays) over (partition by status))::bigint as total
      from counted
    ), found as (
      select ordered.status, ordered.total, wanted.tenths, stay.seconds
      from ordered
        join (values (5), (9)) as wanted (tenths)
          -- The first stay that at least so many tenths of all are not longer than.
          on (wanted.tenths * ordered.total + 9) / 10 between ordered.up_to - ordered.stays + 1 and ordered.up_to,
        lateral (
          select seconds from purchase_request_stays
          where status = ordered.status and seconds >= ordered.at_least
            and left_on between ${from}::date and ${to}::date
          order by seconds
          offset (wanted.tenths * ordered.total + 9) / 10 - (ordered.up_to - ordered.stays) - 1 limit 1
        ) as stay
    )
    select status, max(total) as stays,
      max(seconds) filter (where tenths = 5) as median_seconds,
      max(seconds) filter (where tenths = 9) as worst_tenth_seconds
    from found group by status
  `.execute(db)
  return rows
}
