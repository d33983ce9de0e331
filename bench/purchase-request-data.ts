import { type Kysely, sql } from 'kysely'
import type { PurchaseRequestRow } from '../server/features/purchase-requests/request/purchase-request-tables.ts'
import { renderPurchaseRequest } from '../server/features/purchase-requests/request/stored-purchase-request.ts'
import type { Tables } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/db/ids.ts'

const batch = 2_000

/**
 * Fills an empty table with requests of these organizations in turn, as the service would store them. The first
 * `open` of them are new, the others are finished.
 */
export async function loadPurchaseRequests(
  db: Kysely<Tables>,
  organizationIds: readonly string[],
  { count, open }: { count: number; open: number },
): Promise<void> {
  const start = Date.parse('2026-01-15T12:00:00Z')
  for (let done = 0; done < count; done += batch) {
    const rows = Array.from({ length: Math.min(batch, count - done) }, (_, index) => {
      const seq = done + index + 1
      return request(seq, organizationIds[seq % organizationIds.length] as string, {
        at: new Date(start + seq),
        isOpen: seq <= open,
      })
    })
    const columns = sql.join(Object.keys(rows[0] as object).map((name) => sql.ref(name)))
    const stored = rows.map((row) => ({ ...row, ...renderPurchaseRequest(row) }))
    await sql`
      with given as (select item from json_array_elements(${JSON.stringify(stored)}::json) as given (item)),
      added as (
        insert into purchase_requests (${columns})
        select ${columns} from given, json_populate_record(null::purchase_requests, item) as row
      )
      insert into purchase_request_responses
      select row.* from given, json_populate_record(null::purchase_request_responses, item) as row
    `.execute(db)
  }
  await sql`update purchase_request_sequence set seq = ${count}`.execute(db)
  await sql`vacuum analyze purchase_requests`.execute(db)
  await sql`vacuum analyze purchase_request_responses`.execute(db)
}

function request(
  seq: number,
  organization_id: string,
  { at, isOpen }: { at: Date; isOpen: boolean },
): PurchaseRequestRow {
  return {
    id: newId(),
    seq,
    number: `PR-2026-${String(seq).padStart(6, '0')}`,
    organization_id,
    status: isOpen ? 'new' : seq % 3 === 0 ? 'cancelled' : 'completed',
    status_since: at,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '1000.5',
    fiat_currency: 'RUB',
    fiat_amount: '92201.08',
    rate: '92.155',
    fee_amount: '100.00',
    total_amount: '92301.08',
    quote_expires_at: null,
    wallet_id: null,
    address_id: null,
    destination_address: isOpen ? null : 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    compared_with: null,
    payment_reference: isOpen ? null : `P-${seq}`,
    received_amount: isOpen ? null : '92301.08',
    received_at: isOpen ? null : at,
    payment_exception: null,
    refunded_amount: '0',
    delivered_amount: '0',
    moved_amount: '0',
    exception_since: null,
    payer_unknown_since: null,
    tx_hash: isOpen ? null : String(seq).padStart(64, 'a'),
    reason_code: null,
    reason_comment: null,
    reviewer_kind: null,
    reviewer_id: null,
    assignee_id: null,
    comment: seq % 2 === 0 ? 'Оплата по договору' : null,
    external_id: `ERP-${seq}`,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}
