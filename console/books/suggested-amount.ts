import { compareDecimals, isZero } from '../../contract/money/decimal.ts'
import type { CreditResponse } from '../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'

/** What is missing of the request, as far as the credit has it. */
export function suggestedAmount(
  { left_amount }: Pick<CreditResponse, 'left_amount'>,
  { totals }: Pick<PurchaseRequestResponse, 'totals'>,
): string {
  const { outstanding_amount: missing } = totals
  return isZero(missing) || compareDecimals(missing, left_amount) > 0 ? left_amount : missing
}
