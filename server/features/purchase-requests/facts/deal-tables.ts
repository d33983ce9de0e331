import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { PurchaseRequestReason } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { StoredActor, StoredActorColumn } from '../../../platform/stored-actor.ts'

type ReversedBy = ColumnType<StoredActor | null, never, string>

export interface DealTables {
  quotes: {
    id: string
    seq: Generated<number>
    request_id: string
    asset: PurchaseAsset
    crypto_amount: string
    fiat_currency: string
    rate: string
    fiat_amount: string
    fee_amount: string
    total_amount: string
    quote_expires_at: Date | null
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
  credits: {
    id: string
    seq: Generated<number>
    organization_id: string
    request_id: string | null
    moved_from: Generated<string | null>
    payment_id: Generated<string | null>
    amount: string
    currency: string
    allocated_amount: Generated<string>
    refunded_amount: Generated<string>
    received_at: Date
    reference: string
    payer_inn: string | null
    payer_name: string | null
    payer_account: string | null
    bank_account: string | null
    statement_line_id: string | null
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
  payments: {
    id: string
    seq: Generated<number>
    request_id: string
    credit_id: string | null
    amount: string
    currency: string
    received_at: Date
    reference: string
    payer_inn: string | null
    payer_name: string | null
    payer_account: string | null
    is_foreign_payer: boolean
    bank_account: string | null
    statement_line_id: string | null
    payer_accepted_at: Date | null
    payer_accepted_by: StoredActorColumn
    payer_accepted_reason: string | null
    reversed_at: Date | null
    reversed_by: StoredActorColumn
    reversed_reason: string | null
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
  refunds: {
    id: string
    seq: Generated<number>
    request_id: string | null
    credit_id: string | null
    amount: string
    currency: string
    reference: string | null
    account: string | null
    reason_code: PurchaseRequestReason | null
    paid_at: Date | null
    reversed_at: Generated<Date | null>
    reversed_by: ReversedBy
    reversed_reason: Generated<string | null>
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
  deliveries: {
    id: string
    seq: Generated<number>
    request_id: string
    tx_hash: string
    /** Written by the database. */
    tx_key: ColumnType<string | null, never, never>
    output: number | null
    share: Generated<number>
    amount: string
    asset: PurchaseAsset
    network: Network
    destination_address: string | null
    transfer_id: Generated<string | null>
    delivered_at: Date | null
    reversed_at: Generated<Date | null>
    reversed_by: ReversedBy
    reversed_reason: Generated<string | null>
    returned_tx_hash: Generated<string | null>
    returned_at: Generated<Date | null>
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
}

export type QuoteRow = Selectable<DealTables['quotes']>
export type CreditRow = Selectable<DealTables['credits']>
export type PaymentRow = Selectable<DealTables['payments']>
export type RefundRow = Selectable<DealTables['refunds']>
export type DeliveryRow = Selectable<DealTables['deliveries']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends DealTables {}
}
