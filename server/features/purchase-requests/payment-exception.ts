import { compareDecimals } from '../../../contract/decimal.ts'
import type { PaymentException } from '../../../contract/purchase-requests.ts'

/** How a payment differs from the price. Late takes precedence, because the rate is no longer valid. */
export function paymentException(
  agreed: { total_amount: string; quote_expires_at: Date | null },
  received: { amount: string; at: Date },
): PaymentException | null {
  if (agreed.quote_expires_at && received.at > agreed.quote_expires_at) return 'late'
  const order = compareDecimals(received.amount, agreed.total_amount)
  return order < 0 ? 'partial' : order > 0 ? 'over' : null
}
