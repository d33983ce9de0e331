import type { SealedColumn } from './vault/rewrap.ts'
import { walletSealedColumns } from './wallets/wallet-tables.ts'

/** Every column that holds records sealed by the vault, so that a rotated key reaches all of them. */
export const sealedColumns: readonly SealedColumn[] = [...walletSealedColumns]
