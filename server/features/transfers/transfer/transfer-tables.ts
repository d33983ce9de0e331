import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { AddressOwnership } from '../../../../contract/wallets/address-book.ts'
import type {
  StoredTransferStatus,
  TransferInputs,
  transferSteps,
} from '../../../../contract/wallets/transfers.ts'

/** What a node last said, as it is stored. */
export interface StoredEffect {
  result: 'pending' | 'confirmed' | 'failed'
  confirmations: number
  fee: string | null
  problem: string | null
  checked_at: string
}

/** Null until it is known. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface TransferTables {
  transfers: {
    id: string
    organization_id: string
    network: Network
    asset: PurchaseAsset
    from_wallet_id: string
    from_generation: number
    from_address: string
    address_id: string
    to_address: string
    memo: Generated<string | null>
    to_label: string | null
    to_ownership: AddressOwnership
    amount: string
    fee_ceiling: string
    reason: string
    request_id: string | null
    request_number: string | null
    compared_with: string[] | null
    client_id: Generated<string | null>
    /** Whose wallet is filled up with the coin of the network, if it is that. */
    fuel_for: Generated<string | null>
    batch_id: Generated<string | null>
    replaces: string | null
    replaced_by: Later<string>
    digest: Buffer
    status: StoredTransferStatus
    inputs: ColumnType<NonNullable<TransferInputs[Network]> | null, string | null | undefined, string | null>
    prepared_at: Later<Date>
    prepared_by: Later<string>
    signed_amount: Later<string>
    signed_fee: Later<string>
    spends: Later<string[]>
    valid_until: Later<Date>
    raw: Later<string>
    encoding: Later<'hex' | 'base64'>
    tx_id: Later<string>
    /** Of a batch on bitcoin, from the decision on. */
    output_index: Later<number>
    signed_at: Later<Date>
    sent_at: Later<Date>
    effect: ColumnType<StoredEffect | null, string | null | undefined, string | null>
    checked_at: Later<Date>
    evidence: Later<string>
    /** Null: made by an earlier release, and not signed. */
    proof: Later<Buffer>
    /** What is signed, as JSON. */
    decision: Later<string>
    decision_proof: Later<Buffer>
    version: Generated<number>
    created_by: string
    created_by_id: string | null
    created_at: Date
    updated_at: Date
  }
  transfer_spends: {
    transfer_id: string
    network: Network
    from_address: string
    key: string
    is_living: boolean
  }
  transfer_steps: {
    id: Generated<string>
    transfer_id: string
    step: TransferStep
    at: Date
    by: string | null
    note: string | null
  }
}

export type TransferStep = (typeof transferSteps)[number]
export type Transfer = Selectable<TransferTables['transfers']>
export type TransferStepRow = Selectable<TransferTables['transfer_steps']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends TransferTables {}
}
