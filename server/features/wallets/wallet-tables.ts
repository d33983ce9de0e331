import type { ColumnType, Generated } from 'kysely'
import type { Network } from '../../../contract/networks.ts'

export interface WalletTables {
  wallet_seeds: {
    organization_id: string
    sealed_entropy: Buffer
    exposed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
  }
  wallets: {
    id: string
    organization_id: string
    network: Network
    address: string
    derivation_path: string
    scheme: string
    contract_version: string | null
    exposed_at: Date | null
    created_at: Date
  }
  /** No longer used: a later release drops it. */
  secret_approvals: { id: string }
  secret_read_limits: { administrator_id: string; reads: Generated<Date[]> }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends WalletTables {}
}
