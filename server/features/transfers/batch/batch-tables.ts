import type { ColumnType, Selectable } from 'kysely'
import type { Network } from '../../../../contract/money/networks.ts'
import type { StoredBatchStatus } from '../../../../contract/wallets/transfer-batches.ts'
import type { StoredActor, StoredActorColumn } from '../../../platform/stored-actor.ts'

/** A transfer of a batch, with the digest of its intent. */
export interface BatchMember {
  transfer_id: string
  digest: string
}

/** Written as text: the driver writes an array as one of PostgreSQL. */
type Json<T> = ColumnType<T, string, string>
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface BatchTables {
  transfer_batches: {
    id: string
    organization_id: string
    network: Network
    from_wallet_id: string
    from_address: string
    digest: Buffer
    members: Json<BatchMember[]>
    sums: Json<Record<string, string>>
    recipients: number
    fee_ceiling: string
    reason: string
    status: StoredBatchStatus
    withdrawn: Json<string[]>
    decision: Later<string>
    decided_at: Later<Date>
    decided_by: StoredActorColumn
    expires_at: Later<Date>
    created_by: ColumnType<StoredActor, string, never>
    created_by_id: string | null
    created_at: Date
    updated_at: Date
    proof: Buffer | null
    proof_revision: number
  }
}

export type Batch = Selectable<BatchTables['transfer_batches']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends BatchTables {}
}
