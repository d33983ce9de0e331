import { sql } from 'kysely'
import type { OpenAmount } from '../../../contract/work/overview.ts'
import type { Db } from '../../platform/db/database.ts'

// The conditions are written as their indexes are.

const held = sql`coalesce(request.received_amount, 0) - request.refunded_amount - request.moved_amount`

/** What the part that was delivered costs. */
const deliveredValue = sql`round(request.fiat_amount * request.delivered_amount / request.crypto_amount, scale(request.total_amount))
        + round(request.fee_amount * request.delivered_amount / request.crypto_amount, scale(request.total_amount))`

/** Delivered, and not paid in full, or delivered in part, and not paid so far. */
export const isOwing = sql<boolean>`(request.status = 'completed'
    and ${held} < request.total_amount
  or request.status in ('paid', 'failed', 'refunded') and request.delivered_amount > 0
    and ${held}
      < ${deliveredValue})`

/** Of one that was paid back, nobody waits for more than for what was delivered. */
export const isAwaiting = {
  payment: sql<boolean>`(request.status in ('approved', 'paid', 'failed', 'completed')
    and ${held} < request.total_amount
  or request.status = 'refunded' and request.delivered_amount > 0
    and ${held}
      < ${deliveredValue})`,
  delivery: sql<boolean>`(request.status in ('paid', 'failed') and request.crypto_amount > request.delivered_amount)`,
}

/** What is missing of all requests: the money of clients by currency, and coins by asset. Reads open requests only. */
export async function findOpenAmounts(db: Db): Promise<OpenAmount[]> {
  const { rows } = await sql<OpenAmount>`
    select 'payment' as awaits, fiat_currency as unit, count(*) as requests,
      trim_scale(sum(case status when 'refunded' then ${deliveredValue} else total_amount end - (${held})))::text as amount
    from purchase_requests as request where ${isAwaiting.payment} group by fiat_currency
    union all
    select 'delivery', asset, count(*), trim_scale(sum(crypto_amount - delivered_amount))::text
    from purchase_requests as request where ${isAwaiting.delivery} group by asset
    order by 1, 2
  `.execute(db)
  return rows
}
