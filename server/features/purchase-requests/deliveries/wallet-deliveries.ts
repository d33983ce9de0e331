import { sql } from 'kysely'
import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import { isOneOf } from '../../../platform/db/tuples.ts'
import type { WalletUse } from '../../wallets/wallet-use.ts'

/** What was delivered to wallets. */
export const walletDeliveries: WalletUse = {
  async sums(db, wallets) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['network', 'destination_address', 'asset'])
      .select([sql<string>`trim_scale(sum(amount))::text`.as('amount'), sql<Date>`max(at)`.as('last_at')])
      .where('reversed_at', 'is', null)
      .where(
        isOneOf(
          ['network', 'destination_address'],
          wallets.map(({ network, address }) => [network, address]),
        ),
      )
      .groupBy(['network', 'destination_address', 'asset'])
      .execute()
    return rows.flatMap(({ network, destination_address, asset, amount, last_at }) =>
      wallets
        .filter((wallet) => wallet.network === network && wallet.address === destination_address)
        .map(({ id }) => ({ wallet_id: id, asset: asset as PurchaseAsset, amount, last_at })),
    )
  },

  async movements(db, { network, address }, limit) {
    const rows = await db
      .selectFrom('deliveries')
      .innerJoin('purchase_requests as request', 'request.id', 'deliveries.request_id')
      .select(['deliveries.id', 'deliveries.asset', 'deliveries.tx_hash', 'deliveries.at'])
      .select(['deliveries.reversed_at', 'request.id as request_id', 'request.number as request_number'])
      .select(sql<string>`trim_scale(deliveries.amount)::text`.as('amount'))
      .where('deliveries.network', '=', network)
      .where('deliveries.destination_address', '=', address)
      .orderBy('deliveries.at', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      kind: 'delivery',
      id: row.id,
      asset: row.asset,
      amount: row.amount,
      status: row.reversed_at ? 'reversed' : 'delivered',
      request_id: row.request_id,
      request_number: row.request_number,
      tx_id: row.tx_hash,
      at: row.at.toISOString(),
    }))
  },
}
