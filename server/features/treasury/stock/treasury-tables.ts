import type { ColumnType, Generated, Selectable } from 'kysely'
import type {
  ChainDirection,
  ChainLineStatus,
  ChainMatchKind,
  ChainSource,
} from '../../../../contract/books/chain-lines.ts'
import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { StoredActorColumn } from '../../../platform/stored-actor.ts'

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

/** Null until it is known. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface ChainTables {
  chain_lines: {
    id: string
    wallet_id: string
    network: Network
    asset: PurchaseAsset
    direction: ChainDirection
    amount: string
    fee: string
    tx_hash: string
    other_id: string | null
    counterparty: string | null
    at: Date
    position: Later<string>
    source: ChainSource
    status: ChainLineStatus
    waiting_since: Date
    taken_back_at: Later<Date>
    match_kind: Later<ChainMatchKind>
    match_id: Later<string>
    request_id: Later<string>
    posting_id: Later<string>
    by_transaction: Generated<boolean>
    set_aside_reason: Later<string>
    decided_by: StoredActorColumn
    decided_at: Later<Date>
    listed_at: Date
  }
  chain_listings: {
    wallet_id: string
    asked_at: Date
    through: Later<string>
    listed_at: Later<Date>
  }
  chain_gaps: {
    id: string
    wallet_id: string
    from_at: Date
    until_at: Date
    found_at: Date
    ended_at: Later<Date>
  }
}

export type ChainLineRow = Selectable<ChainTables['chain_lines']>
export type AcquisitionRow = Selectable<TreasuryTables['acquisitions']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends TreasuryTables, ChainTables {}
}
