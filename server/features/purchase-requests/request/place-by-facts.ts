import { isZero } from '../../../../contract/money/decimal.ts'
import {
  type PurchaseRequestStatus,
  takesRefunds,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { service } from '../../../platform/actor.ts'
import { refundableUnits, sumsOf, undeliveredAmount } from '../facts/deal-state.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'
import type { Move } from './write-change.ts'

/** What a reversal changes besides the sums: the service takes the request to where its facts put it. */
export function afterReversal(request: PurchaseRequest, change: Partial<PurchaseRequest>, at: Date) {
  const to = statusByFacts(request, { ...request, ...change }, at)
  const move: Move | undefined =
    to === request.status ? undefined : { to, by: service, comment: null, reason: null }
  // Somebody has to look at what was thought to be over.
  const exception = request.status === 'completed' ? { exception_since: request.exception_since ?? at } : {}
  return { change: { ...change, ...exception }, move }
}

/** The sums of `before` say what it is, those of `after` what it becomes: a completed one counts as delivered in full. */
function statusByFacts(before: PurchaseRequest, after: PurchaseRequest, at: Date): PurchaseRequestStatus {
  const { status } = before
  if (!takesRefunds.includes(status)) return status
  const { received_amount, refunded_amount, moved_amount, delivered_amount, quote_expires_at } = after
  const sums = { ...sumsOf({ ...after, status: 'paid' }), delivered: delivered_amount }
  const isUntouched =
    received_amount === null && [refunded_amount, moved_amount, delivered_amount].every(isZero)
  if (isZero(undeliveredAmount(after, sums))) return 'completed'
  // That it failed is what somebody said, and no fact of money or coins.
  if (status === 'failed') return status
  if (isUntouched && status !== 'refunded')
    return quote_expires_at !== null && quote_expires_at <= at ? 'expired' : 'approved'
  return status === 'refunded' && refundableUnits(after, sums) === 0n ? 'refunded' : 'paid'
}
