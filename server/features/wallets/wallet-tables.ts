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
  secret_read_limits: { administrator_id: string; reads: Generated<Date[]> }
  secret_approvals: {
    id: string
    organization_id: string
    session_id: string
    requested_by: string
    requested_at: Date
    expires_at: Date
    decision: 'granted' | 'refused' | 'lapsed' | null
    decided_by: string | null
    decided_at: Date | null
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends WalletTables {}
}
