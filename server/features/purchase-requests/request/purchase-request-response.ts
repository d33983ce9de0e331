import { resolvable } from '../../../../contract/operations/blocker-operations.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import {
  allowedStatuses,
  moveRule,
  type PurchaseRequestStatus,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  NextStep,
  PurchaseRequestHistoryItem,
  PurchaseRequestResponse,
} from '../../../../contract/purchase-requests/purchase-requests.ts'
import type { Actor } from '../../../platform/actor.ts'
import { doerOf } from '../facts/stored-actor.ts'
import { splitByQuote } from './move-gate.ts'
import type { HistoryRow, PurchaseRequest } from './purchase-request-store.ts'
import { toPayment, toStoredFields } from './stored-fields.ts'

/** The response for a caller: `allowed_statuses` depends on the permissions of the caller. */
export function toResponse(row: PurchaseRequest, actor: Pick<Actor, 'permissions'>): PurchaseRequestResponse {
  return {
    ...toStoredFields(row),
    organization: { inn: row.inn, short_name: row.short_name },
    allowed_statuses: allowedStatuses(row.status, actor.permissions),
  }
}

/** One step from the current status: whether the caller may take it now, and if not, why. */
export function toStep(
  row: PurchaseRequest,
  to: PurchaseRequestStatus,
  found: Blocker[],
  actor: Pick<Actor, 'permissions'>,
): NextStep {
  const rule = moveRule(row.status, to)
  const permission = rule?.permission ?? null
  const split = splitByQuote(row.status, to, found)
  const blockers = split.blockers.map((blocker) => resolvable(blocker, { request_id: row.id }))
  const refusal = refusalOf(permission, blockers, actor)
  const needs = [...(rule?.needs ?? [])]
  if (split.needsQuote && !needs.includes('quote_expires_at')) needs.push('quote_expires_at')
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

export function toHistoryItem(row: HistoryRow): PurchaseRequestHistoryItem {
  return {
    from: row.from_status,
    to: row.to_status,
    reason: row.reason_code,
    comment: row.comment,
    changes: row.changes,
    actor: doerOf(row),
    at: row.at.toISOString(),
  }
}

/** The data of an event about a request: enough to act on, but no personal data. */
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
