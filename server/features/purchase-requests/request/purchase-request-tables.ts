import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type {
  PurchaseRequestReason,
  PurchaseRequestStatus,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  FieldChange,
  PaymentException,
} from '../../../../contract/purchase-requests/purchase-requests.ts'

export interface PurchaseRequestTables {
  purchase_requests: {
    id: string
    seq: number
    number: string
    organization_id: string
    status: PurchaseRequestStatus
    status_since: Date
    asset: PurchaseAsset
    network: Network
    crypto_amount: string
    fiat_currency: string
    fiat_amount: string
    rate: string
    fee_amount: string
    total_amount: string
    quote_expires_at: Date | null
    wallet_id: string | null
    address_id: string | null
    destination_address: string | null
    compared_with: string[] | null
    payment_reference: string | null
    received_amount: string | null
    received_at: Date | null
    payment_exception: PaymentException | null
    refunded_amount: Generated<string>
    delivered_amount: Generated<string>
    moved_amount: Generated<string>
    exception_since: Generated<Date | null>
    payer_unknown_since: Generated<Date | null>
    tx_hash: string | null
    reason_code: PurchaseRequestReason | null
    reason_comment: string | null
    reviewer_kind: string | null
    reviewer_id: string | null
    assignee_id: string | null
    comment: string | null
    external_id: string | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  purchase_request_decisions: {
    request_id: string
    organization_id: string
    asset: PurchaseAsset
    network: Network
    crypto_amount: string
    fiat_currency: string
    total_amount: string
    wallet_id: string | null
    address_id: string | null
    destination_address: string | null
    decided: string | null
    proof: ColumnType<Buffer | null, undefined, Buffer | null>
    proof_revision: Generated<number>
  }
  purchase_request_responses: {
    seq: number
    organization_id: string
    status: PurchaseRequestStatus
    format: string
    fields: string
  }
  purchase_request_sequence: { singleton: GeneratedAlways<boolean>; seq: number; created_at: Date }
  purchase_request_numbers: { year: number; last: number }
  purchase_request_counts: { organization_id: string; status: PurchaseRequestStatus; count: number }
  purchase_request_history: {
    id: Generated<number>
    request_id: string
    from_status: PurchaseRequestStatus | null
    to_status: PurchaseRequestStatus
    reason_code: PurchaseRequestReason | null
    comment: string | null
    changes: ColumnType<FieldChange[] | null, string | null, never>
    actor_kind: string
    actor_id: string | null
    actor_name: string
    at: Date
  }
  purchase_request_days: {
    created_on: string
    asset: PurchaseAsset
    fiat_currency: string
    status: PurchaseRequestStatus
    requests: number
    crypto_amount: string
    total_amount: string
  }
  purchase_request_funnel: { created_on: string; stage: number; requests: number }
  purchase_request_stays: {
    history_id: number
    status: PurchaseRequestStatus
    left_on: string
    seconds: number
  }
  purchase_request_stay_counts: {
    left_on: string
    status: PurchaseRequestStatus
    at_least: number
    stays: number
  }
}

export type PurchaseRequestRow = Selectable<PurchaseRequestTables['purchase_requests']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends PurchaseRequestTables {}
}
