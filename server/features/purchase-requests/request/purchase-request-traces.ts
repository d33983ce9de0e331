import type { EventType } from '../../../../contract/events.ts'
import type { Actor } from '../../../platform/actor.ts'
import { appendAudit } from '../../../platform/audit/audit-log.ts'
import type { Db } from '../../../platform/db/database.ts'
import { recordEvent } from '../../../platform/events/outbox.ts'
import { eventData } from './purchase-request-response.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

/** The event and the audit entry of a status change. */
export function tracesOfMove(
  from: PurchaseRequest,
  to: PurchaseRequest,
  actor: Actor,
  comment: string | null,
) {
  const object = { type: 'purchase_request', id: to.id }
  const organizationId = to.organization_id
  const at = to.updated_at
  return {
    event: {
      type: 'purchase_request.status_changed' as const,
      object,
      organizationId,
      data: { ...eventData(to), previous_status: from.status },
      at,
    },
    audit: {
      actor,
      action: 'purchase_request.status_changed' as const,
      object,
      organizationId,
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
      },
      at,
    },
  }
}

/** The event and the audit entry of another change. */
export function tracesOfChange(
  request: PurchaseRequest,
  actor: Actor,
  {
    action,
    data = {},
    details,
  }: { action: EventType; data?: Record<string, unknown>; details: Record<string, unknown> },
  at: Date,
) {
  const object = { type: 'purchase_request', id: request.id }
  const organizationId = request.organization_id
  return {
    event: { type: action, object, organizationId, data: { ...eventData(request), ...data }, at },
    audit: { actor, action, object, organizationId, version: request.version, details, at },
  }
}

/** Writes the event and the audit row of another change; the audit row last, because it locks the chain until commit. */
export async function tellOfChange(
  db: Db,
  action: EventType,
  request: PurchaseRequest,
  actor: Actor,
  details: Record<string, unknown>,
  at: Date,
  data?: Record<string, unknown>,
): Promise<void> {
  const { event, audit } = tracesOfChange(request, actor, { action, details, ...(data && { data }) }, at)
  await recordEvent(db, event)
  await appendAudit(db, audit)
}
