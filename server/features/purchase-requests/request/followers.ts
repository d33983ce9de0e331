import type { By } from '../../../platform/audit/change.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PaymentRow, RefundRow } from '../facts/deal-tables.ts'

/** What another feature does in the transaction in which something happens to a request, whose row is held. */
export interface RequestFollower {
  paymentReversed?(db: Db, payment: PaymentRow, permit: Permit): Promise<void>
  refundReversed?(db: Db, refund: RefundRow, permit: Permit): Promise<void>
  /** Before the VAT of the deliveries is taken back. */
  deliveryReversed?(db: Db, given: { requestId: string; reason: string }, permit: Permit): Promise<void>
  /** The price or the amount. */
  priceChanged?(db: Db, given: { requestId: string; reason: string }, by: By): Promise<void>
}
