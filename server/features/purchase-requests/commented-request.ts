import type { CommentedObject, CommentSubject } from '../../platform/comments/comment-subject.ts'
import type { HeldRequests } from './request/held-requests.ts'
import { eventData } from './request/purchase-request-response.ts'
import type { PurchaseRequest } from './request/purchase-request-store.ts'

/** Comments on purchase requests. */
export function createCommentedRequest(held: HeldRequests): CommentSubject<[requestId: string]> {
  return {
    find: async (db, id) => commented(await held.find(db, id)),
    lock: async (db, id) => commented(await held.lock(db, id)),
  }
}

function commented(request: PurchaseRequest): CommentedObject {
  const { id, organization_id: organizationId, version } = request
  const object = { type: 'purchase_request', id }
  const event = { type: 'purchase_request.commented' as const, object, data: eventData(request) }
  return { type: 'purchase_request', id, organizationId, event, version }
}
