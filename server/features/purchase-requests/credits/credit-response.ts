import { addDecimals, decimalDifference, isZero } from '../../../../contract/money/decimal.ts'
import type { CreditResponse } from '../../../../contract/purchase-requests/deals.ts'
import type { CreditRow } from '../facts/deal-tables.ts'
import { moneyText } from '../facts/received.ts'
import { doerOf } from '../facts/stored-actor.ts'

export function leftOf(credit: CreditRow): string {
  const used = addDecimals(credit.allocated_amount, credit.refunded_amount)
  return moneyText(decimalDifference(credit.amount, used), credit.currency)
}

export function toCreditResponse(row: CreditRow): CreditResponse {
  const left = leftOf(row)
  return {
    id: row.id,
    organization_id: row.organization_id,
    request_id: row.request_id,
    moved_from: row.moved_from,
    status: isZero(left) ? 'used' : 'open',
    amount: row.amount,
    currency: row.currency,
    allocated_amount: moneyText(row.allocated_amount, row.currency),
    refunded_amount: moneyText(row.refunded_amount, row.currency),
    left_amount: left,
    received_at: row.received_at.toISOString(),
    reference: row.reference,
    payer_inn: row.payer_inn,
    payer_name: row.payer_name,
    payer_account: row.payer_account,
    statement_line_id: row.statement_line_id,
    recorded_by: doerOf(row),
    recorded_at: row.at.toISOString(),
  }
}
