import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Network } from '../../../contract/networks.ts'

export interface WalletTables {
  wallet_seeds: {
    organization_id: string
    generation: Generated<number>
    sealed_entropy: Buffer
    exposed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Date
    retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    retired_reason: ColumnType<string | null, string | null | undefined, string | null>
    record: GeneratedAlways<string>
  }
  wallets: {
    id: string
    organization_id: string
    generation: Generated<number>
    network: Network
    address: string
    derivation_path: string
    scheme: string
    contract_version: string | null
    exposed_at: Date | null
    created_at: Date
  }
  secret_read_limits: { administrator_id: string; reads: Generated<Date[]> }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends WalletTables {}
}
