import { sql } from 'kysely'
import { isOneOf } from '../../platform/db/tuples.ts'
import type { WalletSum, WalletUse } from '../wallets/wallet-use.ts'
import { coin, decimal } from './transfer-rows.ts'

const asset = sql`transfer.asset`
/** As the books have it: what the node said, or else what was signed. */
const fee = sql`coalesce(transfer.effect ->> 'fee', case transfer.status when 'confirmed' then transfer.signed_fee end)`
const sent = sql`coalesce(transfer.sent_at, transfer.signed_at, transfer.created_at)`

/** What transfers took from wallets and brought to them. */
export const walletTransfers: WalletUse = {
  /** A transfer that delivers a request is recorded as its delivery at the wallet that gets it. */
  async sums(db, wallets) {
    const ids = wallets.map(({ id }) => id)
    const places = wallets.map(({ network, address }) => [network, address])
    const { rows } = await sql<Omit<WalletSum, 'wallet_id'> & { wallet_id: string | null } & Place>`
      select wallet_id, network, address, asset, trim_scale(sum(amount))::text as amount, max(at) as last_at from (
        select from_wallet_id as wallet_id, null as network, null as address, asset,
          -${decimal(sql`transfer.signed_amount`, asset)} as amount, ${sent} as at
        from transfers as transfer
        where from_wallet_id = any(${ids}) and status = 'confirmed'
        union all
        select from_wallet_id, null, null, ${coin}, -${decimal(fee, coin)}, ${sent}
        from transfers as transfer
        where from_wallet_id = any(${ids}) and ${fee} is not null and status in ('confirmed', 'failed')
        union all
        select null, network, to_address, asset, ${decimal(sql`transfer.signed_amount`, asset)}, ${sent}
        from transfers as transfer
        where ${isOneOf(['network', 'to_address'], places)} and status = 'confirmed' and request_id is null
      ) as moved
      group by 1, 2, 3, 4
    `.execute(db)
    return rows.flatMap(({ wallet_id, network, address, ...sum }) =>
      wallets
        .filter((one) => one.id === wallet_id || (one.network === network && one.address === address))
        .map(({ id }) => ({ wallet_id: id, ...sum })),
    )
  },

  async movements(db, wallet, limit) {
    const { network, address } = wallet
    const rows = await db
      .selectFrom('transfers as transfer')
      .select(['id', 'asset', 'status', 'request_id', 'request_number', 'tx_id', 'from_wallet_id'])
      .select(sql<Date>`${sent}`.as('at'))
      .select(
        sql<
          string | null
        >`${decimal(sql`coalesce(transfer.signed_amount, nullif(transfer.amount, 'all'))`, asset)}::text`.as(
          'amount',
        ),
      )
      .where(({ or, eb, and }) =>
        or([
          eb('from_wallet_id', '=', wallet.id),
          and([eb('network', '=', network), eb('to_address', '=', address), eb('request_id', 'is', null)]),
        ]),
      )
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ from_wallet_id, at, ...row }) => ({
      kind: from_wallet_id === wallet.id ? 'transfer_out' : 'transfer_in',
      ...row,
      at: at.toISOString(),
    }))
  },
}

interface Place {
  network: string | null
  address: string | null
}
