import { sql } from 'kysely'
import type { WalletSum, WalletUse } from '../wallets/wallet-use.ts'

/** What came to wallets of the desk because it was bought, and the fees that only lines of the chain tell of. */
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
