import type { EventType } from '../../../../contract/events.ts'
import type {
  PurchaseRequestReason,
  PurchaseRequestStatus,
} from '../../../../contract/purchase-request-rules.ts'
import type { FieldChange } from '../../../../contract/purchase-requests.ts'
import type { Actor } from '../../../platform/actor.ts'
import { appendAudit } from '../../../platform/audit/audit-log.ts'
import type { ChangeTrace } from '../../../platform/audit/change-trace.ts'
import type { Db } from '../../../platform/db/database.ts'
import { recordEvent } from '../../../platform/events/outbox.ts'
import { isSettled } from '../facts/deal-state.ts'
import { changeRequest, type PurchaseRequest, type RequestChange } from './purchase-request-store.ts'
import { tracesOfChange, tracesOfMove } from './purchase-request-traces.ts'

/** A change of status that comes with the change. `by` is the service where nobody chose it. */
export interface Move {
  to: PurchaseRequestStatus
  by: Actor
  comment: string | null
  reason: PurchaseRequestReason | null
}

/** What has happened, for events and for the audit log. */
export interface Told {
  action: EventType
  /** Added to the data of the request in the event. */
  data: Record<string, unknown>
  details: Record<string, unknown>
}

/**
 * Writes what a fact changes in its request: the columns, the history, the events and, last, the audit rows. The caller
 * holds the row of the request and has written the fact.
 */
export async function writeChange(
  db: Db,
  request: PurchaseRequest,
  {
    change = {},
    edits,
    move,
    told,
    also = [],
    actor,
    at,
  }: {
    change?: RequestChange
    /** The fields that a quote or a correction has changed. */
    edits?: readonly FieldChange[]
    move?: Move | undefined
    told: Told
    /** What the same change does to another object. */
    also?: readonly ChangeTrace[]
    actor: Actor
    at: Date
  },
): Promise<PurchaseRequest> {
  const version = request.version + 1
  const written = {
    ...change,
    ...(move && {
      status: move.to,
      status_since: at,
      reason_code: move.reason,
      reason_comment: move.reason === null ? null : move.comment,
    }),
    version,
    facts_version: version,
    updated_at: at,
  }
  // It is over again: nobody has to look any more.
  const isOver = request.exception_since !== null && isSettled({ ...request, ...written })
  const after = { ...request, ...written, ...(isOver && { exception_since: null }) }
  const traces = [
    tracesOfChange(after, actor, told, at),
    ...(move ? [tracesOfMove(request, after, move.by, move.comment)] : []),
    ...also,
  ]
  for (const { event } of traces) await recordEvent(db, event)
  await changeRequest(db, request, isOver ? { ...written, exception_since: null } : written, [
    ...(edits ? [{ from: request.status, to: request.status, changes: edits, actor, at }] : []),
    ...(move
      ? [
          {
            from: request.status,
            to: move.to,
            reason_code: move.reason,
            comment: move.comment,
            actor: move.by,
            at,
          },
        ]
      : []),
  ])
  await appendAudit(db, ...traces.map(({ audit }) => audit))
  return after
}
