import type { PaymentResponse } from '../../../../contract/purchase-requests/deals.ts'
import type { CreditRow, PaymentRow } from '../facts/deal-tables.ts'
import { decisionOf, reversalOf } from '../facts/decision.ts'
import { isPayerUnknown } from '../facts/payer.ts'
import { doerOf } from '../facts/stored-actor.ts'

export function toPaymentResponse(row: PaymentRow): PaymentResponse {
  return {
    kind: 'payment',
    id: row.id,
    request_id: row.request_id,
    credit_id: row.credit_id,
    amount: row.amount,
    currency: row.currency,
    received_at: row.received_at.toISOString(),
    reference: row.reference,
    payer_inn: row.payer_inn,
    payer_name: row.payer_name,
    payer_account: row.payer_account,
    own_account: row.bank_account,
    is_foreign_payer: row.is_foreign_payer,
    payer_unknown: isPayerUnknown(row),
    payer_accepted: decisionOf(row.payer_accepted_by, row.payer_accepted_at, row.payer_accepted_reason),
    reversed: reversalOf(row),
    statement_line_id: row.statement_line_id,
    recorded_by: doerOf(row),
    recorded_at: row.at.toISOString(),
  }
}

/** Money for a request that takes none: what was recorded is a credit. */
export function toKeptResponse(
  credit: CreditRow,
  requestId: string,
  isForeignPayer: boolean,
): PaymentResponse {
  return {
    kind: 'credit',
    id: credit.id,
    request_id: requestId,
    credit_id: credit.id,
    amount: credit.amount,
    currency: credit.currency,
    received_at: credit.received_at.toISOString(),
    reference: credit.reference,
    payer_inn: credit.payer_inn,
    payer_name: credit.payer_name,
    payer_account: credit.payer_account,
    own_account: credit.bank_account,
    is_foreign_payer: isForeignPayer,
    payer_unknown: isPayerUnknown({ ...credit, payer_accepted_at: null, reversed_at: null }),
    payer_accepted: null,
    reversed: null,
    statement_line_id: credit.statement_line_id,
    recorded_by: doerOf(credit),
    recorded_at: credit.at.toISOString(),
  }
}
