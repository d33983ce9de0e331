import { type RawBuilder, sql } from 'kysely'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { takesDeliveries } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'

export interface Demand {
  asset: PurchaseAsset
  network: Network
  /** Paid for, and not delivered: a decimal number. */
  owed: string
  /** Approved, and not paid. */
  promised: string
}

/** What clients wait for, by asset and network. Reads open requests only. */
export async function openDemand(db: Db): Promise<Demand[]> {
  const owed = sql`status in (${sql.join(takesDeliveries)})`
  const { rows } = await sql<Demand>`
    select asset, network,
      coalesce(sum(crypto_amount - delivered_amount) filter (where ${owed}), 0)::text as owed,
      coalesce(sum(crypto_amount - delivered_amount) filter (where status = 'approved'), 0)::text as promised
    from purchase_requests
    where status in (${sql.join([...takesDeliveries, 'approved'])}) and crypto_amount > delivered_amount
    group by asset, network
  `.execute(db)
  return rows
}

export interface WaitingRequest {
  /** Paid for, and not delivered: a decimal number. */
  left: string
  /** Transactions that were delivered or came back, with their outputs. */
  accounted: { tx_key: string; output: number | null }[]
}

/** Those of these requests whose clients wait for coins they have paid for. */
export async function waitingAmong(db: Db, ids: readonly string[]): Promise<Map<string, WaitingRequest>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<WaitingRequest & { id: string }>`
    select id, (crypto_amount - delivered_amount)::text as left, coalesce((
      select json_agg(json_build_object('tx_key', tx_key, 'output', output)) from deliveries
      where request_id = request.id and (reversed_at is null or returned_at is not null)
    ), '[]') as accounted
    from purchase_requests as request
    where id = any(${ids}::uuid[]) and status in (${sql.join(takesDeliveries)}) and crypto_amount > delivered_amount
  `.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * What clients had paid for and not got at the end of each day, by asset. A status counts from when it was given, a delivery from
 * when it was made until it was reversed or came back.
 */
export async function owedByDay(
  db: Db,
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<{ asset: PurchaseAsset; day: string; owed: string }[]> {
  const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${timeZone})::date`
  const takes = sql.join(takesDeliveries)
  const { rows } = await sql<{ asset: PurchaseAsset; day: string; owed: string }>`
    with first as (select ${from}::timestamp at time zone ${timeZone} as at),
    changed as materialized (
      select request_id from purchase_request_history where id > coalesce((
        select id from purchase_request_history where at < (select at from first) order by id desc limit 1
      ), 0)
      union select request_id from deliveries
        where reversed_at is null and coalesce(delivered_at, at) >= (select at from first)
      union select request_id from deliveries where reversed_at >= (select at from first)
    ),
    standing as (
      select request_id, to_status, ${dayOf(sql`at`)} as since,
        lead(${dayOf(sql`at`)}) over (partition by request_id order by id) as until
      from purchase_request_history where request_id in (select request_id from changed)
    ),
    waiting as (
      select request_id, day::date as day from standing,
        generate_series(greatest(since, ${from}::date), least(coalesce(until - 1, ${to}::date), ${to}::date), interval '1 day') as day
      where to_status in (${takes})
    ),
    parts as (
      select request.asset, waiting.day, greatest(request.crypto_amount - coalesce((
        select sum(amount) from deliveries
        where request_id = request.id and ${dayOf(sql`coalesce(delivered_at, at)`)} <= waiting.day
          and (reversed_at is null or ${dayOf(sql`coalesce(returned_at, reversed_at)`)} > waiting.day)
      ), 0), 0) as owed
      from waiting join purchase_requests as request on request.id = waiting.request_id
      union all
      select asset, day::date, owed from (
        select asset, sum(crypto_amount - delivered_amount) as owed from purchase_requests
        where status in (${takes}) and crypto_amount > delivered_amount
          and not exists (select from changed where changed.request_id = purchase_requests.id)
        group by asset
      ) as unchanged, generate_series(${from}::date, ${to}::date, interval '1 day') as day
    )
    select asset, day::text as day, sum(owed)::text as owed from parts group by asset, day having sum(owed) > 0
  `.execute(db)
  return rows
}
