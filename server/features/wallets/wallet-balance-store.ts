import { sql } from 'kysely'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'

export interface KnownBalance {
  wallet_id: string
  asset: PurchaseAsset
  /** A decimal number. */
  amount: string
  checked_at: Date
}

/** Keeps what a node said, unless something newer is known. */
export async function keepBalance(db: Db, balance: KnownBalance): Promise<void> {
  await db
    .insertInto('wallet_balances')
    .values(balance)
    .onConflict((conflict) =>
      conflict
        .columns(['wallet_id', 'asset'])
        .doUpdateSet({ amount: balance.amount, checked_at: balance.checked_at })
        .where('wallet_balances.checked_at', '<', balance.checked_at),
    )
    .execute()
}

export function listBalances(db: Db, walletIds: readonly string[]): Promise<KnownBalance[]> {
  return db
    .selectFrom('wallet_balances')
    .select(['wallet_id', 'asset', 'checked_at'])
    .select(sql<string>`trim_scale(amount)::text`.as('amount'))
    .where('wallet_id', 'in', walletIds)
    .execute()
}

/** Wallets of a network before this one that no node has spoken of since `before`, the newest first. */
export async function listUnchecked(
  db: Db,
  { network, below, before, limit }: { network: Network; below: string | null; before: Date; limit: number },
): Promise<{ id: string; address: string }[]> {
  return db
    .selectFrom('wallets')
    .select(['id', 'address'])
    .where('network', '=', network)
    .$if(below !== null, (query) => query.where('id', '<', below as string))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('wallet_balances')
            .select('asset')
            .whereRef('wallet_id', '=', 'wallets.id')
            .where('checked_at', '>=', before),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
