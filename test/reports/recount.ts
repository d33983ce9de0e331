import { sql } from 'kysely'
import { purchaseRequestStatuses } from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../server/platform/db/database.ts'

/** The reports, counted anew from the rows themselves, in the plainest SQL there is. */

const day = (time: string) => sql`(${sql.ref(time)} at time zone 'UTC')::date`

interface Days {
  from: string
  to: string
}

export async function recountVolumes(db: Db, { from, to }: Days) {
  const { rows } = await sql<Record<string, string>>`
    select (${day('created_at')} - (extract(isodow from ${day('created_at')})::integer - 1))::text as week,
      asset, fiat_currency, count(*)::int as requests,
      trim_scale(sum(crypto_amount))::text as crypto_amount, sum(total_amount)::text as total_amount,
      (count(*) filter (where status = 'completed'))::int as delivered_requests,
      trim_scale(coalesce(sum(crypto_amount) filter (where status = 'completed'), 0))::text as delivered_crypto_amount,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0)::text as delivered_total_amount
    from purchase_requests where ${day('created_at')} between ${from}::date and ${to}::date
    group by 1, 2, 3 order by 1, 2, 3
  `.execute(db)
  return rows
}

export async function recountDaily(db: Db, { from, to }: Days) {
  const { rows } = await sql<Record<string, string>>`
    select day::text, asset, sum(requests)::int as requests, trim_scale(sum(requested))::text as requested,
      sum(deliveries)::int as deliveries, trim_scale(sum(delivered))::text as delivered
    from (
      select ${day('created_at')} as day, asset, 1 as requests, crypto_amount as requested, 0 as deliveries, 0 as delivered
      from purchase_requests
      union all
      select (coalesce(delivered_at, at) at time zone 'UTC')::date, asset, 0, 0, 1, amount
      from deliveries where reversed_at is null
    ) as facts
    where day between ${from}::date and ${to}::date group by 1, 2 order by 1, 2
  `.execute(db)
  return rows
}

export async function recountStays(db: Db, { from, to }: Days) {
  const { rows } = await sql<{ status: string; stays: number; median: number; worst: number }>`
    with moves as (
      select from_status as status, at, lag(at) over (partition by request_id order by id) as entered
      from purchase_request_history where from_status is distinct from to_status
    )
    select status, count(*)::int as stays,
      percentile_disc(0.5) within group (order by floor(extract(epoch from at - entered)))::int as median,
      percentile_disc(0.9) within group (order by floor(extract(epoch from at - entered)))::int as worst
    from moves where entered is not null and ${day('at')} between ${from}::date and ${to}::date group by status
  `.execute(db)
  const counts = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from purchase_requests group by status
  `.execute(db)
  return purchaseRequestStatuses
    .map((status) => {
      const stay = rows.find((row) => row.status === status)
      return {
        status,
        stays: stay?.stays ?? 0,
        median_seconds: stay?.median ?? null,
        worst_tenth_seconds: stay?.worst ?? null,
        requests_now: counts.rows.find((row) => row.status === status)?.count ?? 0,
      }
    })
    .filter(({ stays, requests_now }) => stays > 0 || requests_now > 0)
}

const reachedBy = {
  requested: purchaseRequestStatuses,
  reviewed: [
    'in_review',
    'on_hold',
    'rejected',
    'approved',
    'expired',
    'paid',
    'failed',
    'refunded',
    'completed',
  ],
  approved: ['approved', 'expired', 'paid', 'failed', 'refunded', 'completed'],
  paid: ['paid', 'failed', 'refunded', 'completed'],
  delivered: ['completed'],
}

export async function recountFunnel(db: Db, { from, to }: Days) {
  const counted = async (stage: string, statuses: readonly string[]) => {
    const { rows } = await sql<{ requests: number }>`
      select count(distinct request.id)::int as requests
      from purchase_requests as request join purchase_request_history as history on history.request_id = request.id
      where history.to_status = any(${statuses}) and ${day('request.created_at')} between ${from}::date and ${to}::date
    `.execute(db)
    return { stage, requests: rows[0]?.requests }
  }
  const items = []
  for (const [stage, statuses] of Object.entries(reachedBy)) items.push(await counted(stage, statuses))
  const ended = []
  for (const status of ['rejected', 'expired', 'cancelled', 'refunded']) {
    const { rows } = await sql<{ requests: number }>`
      select count(*)::int as requests from purchase_requests
      where status = ${status} and ${day('created_at')} between ${from}::date and ${to}::date
    `.execute(db)
    ended.push({ status, requests: rows[0]?.requests })
  }
  return { items, ended }
}

/** The number of rows of each age in days. */
type ByAge = { age: number; count: number }[]

const bands = [
  [0, 0],
  [1, 2],
  [3, 6],
  [7, 29],
  [30, Number.POSITIVE_INFINITY],
] as const

function inBands(rows: ByAge): number[] {
  return bands.map(([least, most]) =>
    rows.filter(({ age }) => age >= least && age <= most).reduce((sum, { count }) => sum + count, 0),
  )
}

export async function recountDocuments(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<ByAge[number]>`
    select ${today}::date - (since at time zone 'UTC')::date as age, count(*)::int as count
    from (
      select greatest(version.uploaded_at, max(decision.decided_at)) as since
      from documents as document join document_versions as version using (organization_id, kind, version)
        left join document_decisions as decision on decision.version_id = version.id and decision.status = 'pending'
      where document.status = 'pending' group by version.id
    ) as waiting group by 1
  `.execute(db)
  return inBands(rows)
}

/** Since when is known from the audit log, or the organization is as it was created. */
export async function recountKyb(db: Db, today: string, status: string): Promise<number[]> {
  const { rows } = await sql<ByAge[number]>`
    select ${today}::date - (coalesce((
        select max(at) from audit_events
        where object_id = organization.id::text
          and (action = 'organization.kyb_decided' or event::jsonb -> 'details' -> 'changed' ? 'kyb_status')
      ), organization.created_at) at time zone 'UTC')::date as age, count(*)::int as count
    from organizations as organization where kyb_status = ${status} group by 1
  `.execute(db)
  return inBands(rows)
}
