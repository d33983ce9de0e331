import {
  allowedStatuses,
  type PurchaseRequestStatus,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import { duplicate, Failure } from '../../../platform/errors.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'
import { toPayment } from './stored-fields.ts'

export function requestNotFound(): Failure {
  return new Failure('not_found', 'purchase_request_not_found', 'There is no such purchase request.')
}

export function transitionNotAllowed(
  from: PurchaseRequestStatus,
  to: PurchaseRequestStatus,
  actor: Actor,
): Failure {
  const approval = from === 'new' || from === 'in_review' ? ' The request must be approved first.' : ''
  // Money that came is never turned away.
  const hint =
    to === 'paid'
      ? `${approval} Money that has come can be recorded with POST …/payments: it is kept as a credit.`
      : ''
  return new Failure(
    'conflict',
    'transition_not_allowed',
    `The status cannot change from '${from}' to '${to}'.${hint}`,
    {
      allowed: allowedStatuses(from, actor.permissions),
    },
  )
}

export function alreadyPaid(request: PurchaseRequest): Failure {
  return new Failure(
    'conflict',
    'already_paid',
    'Money has come for this request: its price and terms can no longer change.',
    { payment: toPayment(request) },
  )
}

export function statusNotAllowed(
  { status }: Pick<PurchaseRequest, 'status'>,
  allowed: readonly PurchaseRequestStatus[],
): Failure {
  return new Failure(
    'conflict',
    'status_not_allowed',
    `This is not possible while the status of the request is '${status}'.`,
    { status, allowed },
  )
}

export function duplicateExternalId(existingId: string | undefined): Failure {
  return duplicate('purchase_request_external_id', existingId)
}
