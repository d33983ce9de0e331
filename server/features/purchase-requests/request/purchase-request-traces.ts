import type { EventType } from '../../../../contract/events/events.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { comparisonInAudit } from '../../address-book/comparison.ts'
import { eventData } from './purchase-request-response.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

export function tellOfMove(
  db: Db,
  from: PurchaseRequest,
  to: PurchaseRequest,
  by: By,
  comment: string | null,
): void {
  recordChange(db, by, {
    action: 'purchase_request.status_changed',
    object: { type: 'purchase_request', id: to.id },
    organizationId: to.organization_id,
    version: to.version,
    details: {
      from: from.status,
      to: to.status,
      version: to.version,
      reason_code: to.reason_code,
      comment,
      ...(to.status === 'paid' && {
        payment_reference: to.payment_reference,
        received_amount: to.received_amount,
      }),
      ...(to.status === 'completed' && { tx_hash: to.tx_hash }),
      ...(to.compared_with !== from.compared_with && comparisonInAudit(to.compared_with)),
    },
    data: { ...eventData(to), previous_status: from.status },
    at: to.updated_at,
  })
}

/** Of another change. */
export function tellOfChange(
  db: Db,
  request: PurchaseRequest,
  by: By,
  {
    action,
    data = {},
    details,
  }: { action: EventType; data?: Record<string, unknown>; details: Record<string, unknown> },
  at: Date,
): void {
  recordChange(db, by, {
    action,
    object: { type: 'purchase_request', id: request.id },
    organizationId: request.organization_id,
    version: request.version,
    details,
    data: { ...eventData(request), ...data },
    at,
  })
}
