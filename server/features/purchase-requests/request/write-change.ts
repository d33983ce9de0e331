import type { EventType } from '../../../../contract/events/events.ts'
import type {
  PurchaseRequestReason,
  PurchaseRequestStatus,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { FieldChange } from '../../../../contract/purchase-requests/purchase-requests.ts'
import { actorOf, type By } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isSettled } from '../facts/deal-state.ts'
import { changeRequest, type PurchaseRequest, type RequestChange } from './purchase-request-store.ts'
import { tellOfChange, tellOfMove } from './purchase-request-traces.ts'

/** A change of status that comes with the change. `by` is the service where nobody chose it. */
export interface Move {
  to: PurchaseRequestStatus
  by: By
  comment: string | null
  reason: PurchaseRequestReason | null
}

/** What is told of it. */
export interface RequestTrace {
  action: EventType
  /** Added to the data of the request in the event. */
  data: Record<string, unknown>
  details: Record<string, unknown>
}

/** Writes what changes in a request: the columns, the history, and what is told of it. The caller holds its row. */
export async function writeChange(
  db: Db,
  request: PurchaseRequest,
  {
    change = {},
    edits,
    move,
    told,
    by,
    at,
  }: {
    change?: RequestChange
    /** The fields that a quote or a correction has changed. */
    edits?: readonly FieldChange[]
    move?: Move | undefined
    told: RequestTrace
    by: By
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
    updated_at: at,
  }
  // It is over again: nobody has to look any more.
  const isOver =
    request.exception_since !== null &&
    change.exception_since === undefined &&
    isSettled({ ...request, ...written })
  const after = { ...request, ...written, ...(isOver && { exception_since: null }) }
  tellOfChange(db, after, by, told, at)
  if (move) tellOfMove(db, request, after, move.by, move.comment)
  await changeRequest(db, request, isOver ? { ...written, exception_since: null } : written, [
    ...(edits ? [{ from: request.status, to: request.status, changes: edits, actor: actorOf(by), at }] : []),
    ...(move
      ? [
          {
            from: request.status,
            to: move.to,
            reason_code: move.reason,
            comment: move.comment,
            actor: actorOf(move.by),
            at,
          },
        ]
      : []),
  ])
  return after
}
