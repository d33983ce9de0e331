import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'

/** Null: not relied on. */
type Proof = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>

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
    proof: Proof
    proof_revision: Generated<number>
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
    proof: Proof
    proof_revision: Generated<number>
  }
  secret_decisions: {
    id: string
    organization_id: string
    generation: number
    what: 'mnemonic' | 'secret_keys'
    decided: string
    proof: Buffer | null
    proof_revision: number
  }
  wallet_balances: { wallet_id: string; asset: PurchaseAsset; amount: string; checked_at: Date }
  secret_read_limits: { administrator_id: string; reads: Generated<Date[]> }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends WalletTables {}
}
