import type { RefundResponse } from '../../../../contract/purchase-requests/deals.ts'
import type { RefundRow } from '../facts/deal-tables.ts'
import { reversalOf } from '../facts/decision.ts'
import { doerOf } from '../facts/stored-actor.ts'

export function toRefundResponse(row: RefundRow): RefundResponse {
  return {
    id: row.id,
    request_id: row.request_id,
    credit_id: row.credit_id,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
    account: row.account,
    reason_code: row.reason_code,
    paid_at: (row.paid_at ?? row.at).toISOString(),
    reversed: reversalOf(row),
    recorded_by: doerOf(row),
    recorded_at: row.at.toISOString(),
  }
}
