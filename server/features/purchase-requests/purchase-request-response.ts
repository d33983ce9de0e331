import type { Blocker } from '../../../contract/purchase-request-rules.ts'
import {
  allowedStatuses,
  moveRule,
  type PurchaseRequestStatus,
} from '../../../contract/purchase-request-rules.ts'
import type {
  NextStep,
  PurchaseRequestCommentResponse,
  PurchaseRequestHistoryItem,
  PurchaseRequestResponse,
} from '../../../contract/purchase-requests.ts'
import type { Actor } from '../../platform/actor.ts'
import { splitByQuote } from './move-gate.ts'
import type { CommentRow, HistoryRow, PurchaseRequest } from './purchase-request-store.ts'

/** A request as the caller sees it: what it may become next depends on who asks. */
export function toResponse(row: PurchaseRequest, actor: Pick<Actor, 'permissions'>): PurchaseRequestResponse {
  return {
    id: row.id,
    number: row.number,
    organization_id: row.organization_id,
    organization: { inn: row.inn, short_name: row.short_name },
    status: row.status,
    allowed_statuses: allowedStatuses(row.status, actor.permissions),
    asset: row.asset,
    network: row.network,
    crypto_amount: row.crypto_amount,
    fiat_currency: row.fiat_currency,
    fiat_amount: row.fiat_amount,
    rate: row.rate,
    fee_amount: row.fee_amount,
    total_amount: row.total_amount,
    quote_expires_at: row.quote_expires_at?.toISOString() ?? null,
    wallet_id: row.wallet_id,
    destination_address: row.destination_address,
    payment: toPayment(row),
    tx_hash: row.tx_hash,
    status_reason: row.reason_code && { code: row.reason_code, comment: row.reason_comment },
    assignee_id: row.assignee_id,
    comment: row.comment,
    external_id: row.external_id,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** One step out of the present status: whether the caller may take it now, and if not, why. */
export function toStep(
  row: PurchaseRequest,
  to: PurchaseRequestStatus,
  found: Blocker[],
  actor: Pick<Actor, 'permissions'>,
): NextStep {
  const rule = moveRule(row.status, to)
  const permission = rule?.permission ?? null
  const { blockers, needsQuote } = splitByQuote(row.status, to, found)
  const refusal = refusalOf(permission, blockers, actor)
  const needs = [...(rule?.needs ?? [])]
  if (needsQuote && !needs.includes('quote_expires_at')) needs.push('quote_expires_at')
  return { status: to, allowed: refusal === null, refusal, permission, needs, blockers }
}

function refusalOf(
  permission: NextStep['permission'],
  blockers: Blocker[],
  { permissions }: Pick<Actor, 'permissions'>,
): NextStep['refusal'] {
  if (permission === null) return 'service'
  if (!permissions.has(permission)) return 'role'
  return blockers.length > 0 ? 'blocked' : null
}

function toPayment(row: PurchaseRequest): PurchaseRequestResponse['payment'] {
  if (row.payment_reference === null || row.received_amount === null || row.received_at === null) return null
  return {
    reference: row.payment_reference,
    received_amount: row.received_amount,
    received_at: row.received_at.toISOString(),
    exception: row.payment_exception,
  }
}

export function toHistoryItem(row: HistoryRow): PurchaseRequestHistoryItem {
  return {
    from: row.from_status,
    to: row.to_status,
    reason: row.reason_code,
    comment: row.comment,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    at: row.at.toISOString(),
  }
}

export function toComment(row: CommentRow): PurchaseRequestCommentResponse {
  return {
    id: row.id,
    request_id: row.request_id,
    comment: row.comment,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    at: row.at.toISOString(),
  }
}

/** What an outgoing event says about a request: enough to act on without asking back, nothing about people. */
export function eventData(row: PurchaseRequest): Record<string, unknown> {
  return {
    id: row.id,
    number: row.number,
    organization_id: row.organization_id,
    external_id: row.external_id,
    status: row.status,
    reason_code: row.reason_code,
    asset: row.asset,
    network: row.network,
    crypto_amount: row.crypto_amount,
    fiat_currency: row.fiat_currency,
    total_amount: row.total_amount,
    payment: toPayment(row),
    tx_hash: row.tx_hash,
    version: row.version,
  }
}
