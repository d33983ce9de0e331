import type { CommentedObject, CommentSubject } from '../../platform/comments/comment-subject.ts'
import { findRequest, lockRequest } from './request/find-request.ts'
import { eventData } from './request/purchase-request-response.ts'
import type { PurchaseRequest } from './request/purchase-request-store.ts'

/** Comments on purchase requests. */
export const commentedRequest: CommentSubject<[requestId: string]> = {
  find: async (db, id) => commented(await findRequest(db, id)),
  lock: async (db, id) => commented(await lockRequest(db, id)),
}

function commented(request: PurchaseRequest): CommentedObject {
  const { id, organization_id: organizationId, version } = request
  const object = { type: 'purchase_request', id }
  const event = { type: 'purchase_request.commented' as const, object, data: eventData(request) }
  return { type: 'purchase_request', id, organizationId, event, version }
}
