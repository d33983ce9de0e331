import { openToTerms } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { FieldChange } from '../../../../contract/purchase-requests/purchase-requests.ts'
import { type Actor, service } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Followers } from '../../../platform/followers.ts'
import { comparisonInAudit } from '../../address-book/comparison.ts'
import type { RequestFollower } from './followers.ts'
import { alreadyPaid, statusNotAllowed } from './purchase-request-failures.ts'
import type { PurchaseRequest, RequestChange } from './purchase-request-store.ts'
import type { RequestDecisions } from './request-decisions.ts'
import { type Move, type RequestTrace, writeChange } from './write-change.ts'

/** Throws once money has come or the request is closed. */
export function demandOpenToTerms(request: PurchaseRequest): void {
  if (openToTerms.includes(request.status)) return
  if (request.status === 'paid' || request.status === 'failed') throw alreadyPaid(request)
  throw statusNotAllowed(request, openToTerms)
}

/** Fields of a request that a quote or a correction can change, as the history shows them. */
const shownFields = [
  'asset',
  'network',
  'crypto_amount',
  'rate',
  'fiat_amount',
  'fee_amount',
  'total_amount',
  'quote_expires_at',
  'wallet_id',
  'address_id',
  'destination_address',
  'comment',
] as const

/** What an invoice says. */
const priced = ['asset', 'crypto_amount', 'fiat_amount', 'fee_amount', 'total_amount']

export function editsOf(request: PurchaseRequest, change: RequestChange): FieldChange[] {
  return shownFields.flatMap((field) => {
    const [from, to] = [text(request[field]), field in change ? text(change[field]) : text(request[field])]
    return from === to ? [] : [{ field, from, to }]
  })
}

function text(value: string | Date | null | undefined): string | null {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

/**
 * Writes a new price or a correction. What was approved is no longer what it is: the service itself takes the request
 * back into review, and open approvals are void.
 */
export async function writeTerms(
  db: Db,
  {
    authorization,
    followers,
    decisions,
  }: {
    authorization: Pick<Authorization, 'markStale'>
    followers: Followers<RequestFollower>
    decisions: Pick<RequestDecisions, 'revoke'>
  },
  request: PurchaseRequest,
  {
    change,
    told,
    actor,
    at,
  }: { change: RequestChange; told: Omit<RequestTrace, 'details'>; actor: Actor; at: Date },
): Promise<PurchaseRequest> {
  const edits = editsOf(request, change)
  await authorization.markStale(db, 'request.approve', { type: 'purchase_request', id: request.id })
  if (edits.some(({ field }) => priced.includes(field))) {
    const reason = 'The price or the amount has changed.'
    await followers.tell('priceChanged', db, { requestId: request.id, reason }, actor)
  }
  const move = backToReview(request)
  if (move) await decisions.revoke(db, request)
  return writeChange(db, request, {
    change,
    edits,
    move,
    told: {
      ...told,
      data: { ...told.data, changes: edits.map(withoutRemark) },
      details: { ...auditDetails(edits), ...comparisonInAudit(change.compared_with ?? null) },
    },
    by: actor,
    at,
  })
}

function backToReview({ status }: PurchaseRequest): Move | undefined {
  if (status !== 'approved' && status !== 'expired') return undefined
  return { to: 'in_review', by: service, comment: null, reason: null }
}

function auditDetails(edits: readonly FieldChange[]): Record<string, unknown> {
  return { changes: edits.map(withoutRemark) }
}

/** Remarks may contain personal data, which belongs neither into the audit log nor into events. */
function withoutRemark(edit: FieldChange): Partial<FieldChange> {
  return edit.field === 'comment' ? { field: edit.field } : edit
}
