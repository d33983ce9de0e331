import type { PurchaseRequestResponse } from '../../../../contract/purchase-requests/purchase-requests.ts'
import { totalsOf } from '../facts/deal-state.ts'
import type { PurchaseRequestRow } from './purchase-request-tables.ts'

/** What a request says itself. Its organization and the next statuses are added when it is read. */
export type StoredFields = Omit<PurchaseRequestResponse, 'organization' | 'allowed_statuses'>

export function toStoredFields(row: PurchaseRequestRow): StoredFields {
  return {
    id: row.id,
    number: row.number,
    organization_id: row.organization_id,
    status: row.status,
    asset: row.asset,
    network: row.network,
    crypto_amount: row.crypto_amount,
    fiat_currency: row.fiat_currency,
    fiat_amount: row.fiat_amount,
    rate: row.rate,
    fee_amount: row.fee_amount,
    total_amount: row.total_amount,
    quote_expires_at: row.quote_expires_at?.toISOString() ?? null,
    wallet_id: row.wallet_id,
    address_id: row.address_id,
    destination_address: row.destination_address,
    payment: toPayment(row),
    totals: totalsOf(row),
    tx_hash: row.tx_hash,
    status_reason: row.reason_code && { code: row.reason_code, comment: row.reason_comment },
    exception_since: row.exception_since?.toISOString() ?? null,
    assignee_id: row.assignee_id,
    comment: row.comment,
    external_id: row.external_id,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function toPayment(row: PurchaseRequestRow): PurchaseRequestResponse['payment'] {
  if (row.payment_reference === null || row.received_amount === null || row.received_at === null) return null
  return {
    reference: row.payment_reference,
    received_amount: row.received_amount,
    received_at: row.received_at.toISOString(),
    exception: row.payment_exception,
  }
}
