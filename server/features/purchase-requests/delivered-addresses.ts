import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import { hasOneOfEnds, type TextEnds } from '../../platform/db/text-ends.ts'

/**
 * Typed destinations that begin or end like an address, of requests that were delivered to them: wallets and entries of
 * address books are known by themselves. The newest request of each.
 */
export async function deliveredTo(
  db: Db,
  network: Network,
  ends: TextEnds,
): Promise<{ id: string; number: string; organization_id: string; address: string }[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('purchase_requests as request', 'request.id', 'deliveries.request_id')
    .distinctOn('deliveries.destination_address')
    .select(['request.id', 'request.number', 'request.organization_id', 'deliveries.destination_address'])
    .where('deliveries.network', '=', network)
    .where(hasOneOfEnds('deliveries.destination_address', ends))
    .where('deliveries.reversed_at', 'is', null)
    .where('request.wallet_id', 'is', null)
    .where('request.address_id', 'is', null)
    .orderBy('deliveries.destination_address')
    .orderBy('deliveries.at', 'desc')
    .execute()
  return rows.flatMap(({ destination_address: address, ...row }) =>
    address === null ? [] : [{ ...row, address }],
  )
}
