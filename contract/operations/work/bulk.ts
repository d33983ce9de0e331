import { ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import {
  BulkAssignBody,
  BulkDocumentsResponse,
  BulkLinesResponse,
  BulkMatchBody,
  BulkMoveBody,
  BulkRequestsResponse,
  BulkReviewBody,
  bulkAssignFaults,
  bulkReviewFaults,
  mostBulkRows,
} from '../../work/bulk.ts'
import { matchStatementLine } from '../books/statements.ts'
import { reviewDocument } from '../organizations/documents.ts'
import { assignPurchaseRequest, updatePurchaseRequestStatus } from '../purchase-requests/purchase-requests.ts'

const tag = {
  name: 'Bulk',
  isPreview: true,
  description:
    'One act on many objects. Each row is a change of its own, as the single operation would make it, with its own version, policy, events and audit row; a row that fails stops no other. ' +
    'With an `Idempotency-Key`, the same call again returns what was done and does the rest.',
}
const declared = {
  tag,
  method: 'POST',
  extension: true,
  isKeyed: true,
  mostValues: 13 * mostBulkRows,
} as const

export const bulkAssign = operation({
  ...declared,
  id: 'bulkAssign',
  path: '/v1/bulk/assign',
  summary: 'Assign many purchase requests',
  access: assignPurchaseRequest.access,
  body: ref(BulkAssignBody),
  rules: bulkAssignFaults,
  response: ref(BulkRequestsResponse),
})

export const bulkMove = operation({
  ...declared,
  id: 'bulkMove',
  path: '/v1/bulk/move',
  summary: 'Change the status of many purchase requests',
  access: updatePurchaseRequestStatus.access,
  ...(updatePurchaseRequestStatus.alsoOneOf && { alsoOneOf: updatePurchaseRequestStatus.alsoOneOf }),
  ...(updatePurchaseRequestStatus.acts && { rowActs: updatePurchaseRequestStatus.acts }),
  body: ref(BulkMoveBody),
  response: ref(BulkRequestsResponse),
})

export const bulkReview = operation({
  ...declared,
  id: 'bulkReview',
  path: '/v1/bulk/review',
  summary: 'Approve or reject many documents',
  description: 'The results have no `download_url`.',
  access: reviewDocument.access,
  ...(reviewDocument.acts && { rowActs: reviewDocument.acts }),
  body: ref(BulkReviewBody),
  rules: bulkReviewFaults,
  response: ref(BulkDocumentsResponse),
  secret: true,
})

export const bulkMatch = operation({
  ...declared,
  id: 'bulkMatch',
  path: '/v1/bulk/match',
  summary: 'Match many lines of statements with the requests that are certain',
  description: 'A line whose match is no longer certain is refused (409 `match_uncertain`).',
  access: matchStatementLine.access,
  rowActs: [{ name: 'payment.record' }],
  body: ref(BulkMatchBody),
  response: ref(BulkLinesResponse),
})
