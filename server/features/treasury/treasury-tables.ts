import type { Generated, Selectable } from 'kysely'
import type { PurchaseAsset } from '../../../contract/assets.ts'
import type { Network } from '../../../contract/networks.ts'

export interface TreasuryTables {
  acquisitions: {
    id: string
    company_id: string
    asset: PurchaseAsset
    network: Network
    wallet_id: string
    amount: string
    currency: string
    cost_amount: string
    fee_amount: string
    acquired_at: Date
    day: string
    counterparty: string
    organization_id: string | null
    reference: string
    tx_hash: string | null
    recorded_at: Date
    recorded_by: string
    recorded_by_name: string
    reversed_at: Generated<Date | null>
    reversed_on: Generated<string | null>
    reversed_by: Generated<string | null>
    reversed_by_name: Generated<string | null>
    reversed_reason: Generated<string | null>
  }
}

export type AcquisitionRow = Selectable<TreasuryTables['acquisitions']>

declare module '../../platform/db/database.ts' {
  interface Tables extends TreasuryTables {}
}
