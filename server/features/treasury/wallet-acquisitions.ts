import { sql } from 'kysely'
import { purchasableAssets } from '../../../contract/money/assets.ts'
import { accounts } from '../books/accounts.ts'
import { coinBalances } from '../books/coin-balances.ts'
import type { WalletSum, WalletUse } from '../wallets/wallet-use.ts'
import { signedDecimal } from './stock/signed-decimal.ts'
import { ownWallets } from './stock/stock-reader.ts'

/**
 * What came to wallets of the desk because it was bought, and the fees that only lines of the chain tell of; and what the
 * books have on them, which knows of corrections as well.
 */
export const walletAcquisitions: WalletUse = {
  async sums(db, wallets) {
    const ids = wallets.map(({ id }) => id)
    const { rows } = await sql<WalletSum>`
      select wallet_id, asset, trim_scale(sum(amount))::text as amount, max(at) as last_at from (
        select wallet_id, asset, amount, acquired_at as at
        from acquisitions where wallet_id = any(${ids}) and reversed_at is null
        union all
        select wallet_id, asset, case direction when 'incoming' then amount else -amount end - fee, at
        from chain_lines where wallet_id = any(${ids}) and match_kind = 'fee'
      ) as moved
      group by 1, 2
    `.execute(db)
    return rows
  },

  async booked(db, wallets) {
    const known = await ownWallets(db)
    const own = wallets.filter(({ id }) => known.has(id))
    if (own.length === 0) return new Map()
    const balances = await coinBalances(db)
    const ofWallet = ({ id, network }: (typeof own)[number]) =>
      purchasableAssets
        .filter((one) => one.network === network)
        .map(({ asset }): [string, string] => [
          asset,
          signedDecimal(balances.get(accounts.coins(network, asset, id)) ?? 0n, asset),
        ])
    return new Map(own.map((wallet) => [wallet.id, new Map(ofWallet(wallet))]))
  },

  async movements(db, { id: walletId }, limit) {
    const rows = await db
      .selectFrom('acquisitions')
      .select(['id', 'asset', 'tx_hash', 'acquired_at', 'reversed_at'])
      .select(sql<string>`trim_scale(amount)::text`.as('amount'))
      .where('wallet_id', '=', walletId)
      .orderBy('acquired_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ acquired_at, reversed_at, tx_hash, ...row }) => ({
      kind: 'acquisition',
      ...row,
      status: reversed_at ? 'reversed' : 'acquired',
      request_id: null,
      request_number: null,
      tx_id: tx_hash,
      at: acquired_at.toISOString(),
    }))
  },
}
