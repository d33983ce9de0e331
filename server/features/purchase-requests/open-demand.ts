import { sql } from 'kysely'
import type { PurchaseAsset } from '../../../contract/assets.ts'
import type { Network } from '../../../contract/networks.ts'
import { takesDeliveries } from '../../../contract/purchase-request-rules.ts'
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
