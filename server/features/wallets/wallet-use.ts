import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { WalletMovement } from '../../../contract/wallets/wallets.ts'
import type { Db } from '../../platform/db/database.ts'
import type { WalletRow } from './wallet-store.ts'

export type UsedWallet = Pick<WalletRow, 'id' | 'network' | 'address'>

/** How much came and left, and when that was last. */
export interface WalletSum {
  wallet_id: string
  asset: PurchaseAsset
  /** A decimal number; below zero if more left than came. */
  amount: string
  last_at: Date
}

/** What features that use wallets know of them. */
export interface WalletUse {
  sums(db: Db, wallets: readonly UsedWallet[]): Promise<WalletSum[]>
  /** What the books have, by asset, of those of them that have accounts there: that counts instead of the sums. */
  booked?(db: Db, wallets: readonly UsedWallet[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
  /** The newest, newest first. */
  movements(db: Db, wallet: UsedWallet, limit: number): Promise<WalletMovement[]>
}
