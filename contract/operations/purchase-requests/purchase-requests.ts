import { Type } from 'typebox'
import { field, Id, pageQuery, ref, ShortText } from '../../api/common.ts'
import { operation, requestParams } from '../../api/operation.ts'
import { purchaseRequestFaults } from '../../purchase-requests/new-purchase-request.ts'
import {
  AssignPurchaseRequestBody,
  CreatePurchaseRequestBody,
  PurchaseRequestHistoryResponse,
  PurchaseRequestListResponse,
  PurchaseRequestNextStepsResponse,
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../../purchase-requests/purchase-requests.ts'

const tag = {
  name: 'Purchase requests',
  description: 'Purchases of digital assets by organizations, from the request to delivery.',
}

export const listPurchaseRequests = operation({
  id: 'listPurchaseRequests',
  method: 'GET',
  path: '/v1/purchase-requests',
  tag,
  summary: 'List purchase requests',
  access: 'requests:read',
  query: Type.Object({
    status: field(Type.Optional(Type.String()), 'Only requests of this status', 'in_review'),
    organization_id: field(Type.Optional(Id), 'Only requests of this organization'),
    ...pageQuery,
  }),
  response: ref(PurchaseRequestListResponse),
})

export const findPurchaseRequestByNumber = operation({
  id: 'findPurchaseRequestByNumber',
  method: 'GET',
  path: '/v1/purchase-requests/by-number',
  tag,
  summary: 'Find a purchase request by its number',
  access: 'requests:read',
  query: Type.Object({ number: field(ShortText, 'The number of the request', 'PR-2026-000123') }),
  response: ref(PurchaseRequestResponse),
  extension: true,
})

export const findPurchaseRequestByExternalId = operation({
  id: 'findPurchaseRequestByExternalId',
  method: 'GET',
  path: '/v1/purchase-requests/by-external-id',
  tag,
  summary: 'Find a purchase request by its external id',
  description: 'The external id must be the same, letter for letter. At most one request has it.',
  access: 'requests:read',
  query: Type.Object({ external_id: field(ShortText, 'The id of the request in your system', 'D-17') }),
  response: ref(PurchaseRequestResponse),
  extension: true,
})

export const readPurchaseRequest = operation({
  id: 'readPurchaseRequest',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}',
  tag,
  summary: 'Read a purchase request',
  access: 'requests:read',
  params: requestParams,
  response: ref(PurchaseRequestResponse),
})

export const updatePurchaseRequestStatus = operation({
  id: 'updatePurchaseRequestStatus',
  method: 'PATCH',
  path: '/v1/purchase-requests/{request_id}/status',
  tag,
  summary: 'Change the status of a purchase request',
  description:
    'The current status again changes nothing. `paid` again with the same reference and other values is 409 `payment_differs`; with a new reference it is another payment, which can be an `overpayment` (409).',
  // Which of these is required depends on the new status; the service checks it.
  access: 'requests:read',
  alsoOneOf: ['requests:process', 'requests:approve', 'payments:write'],
  params: requestParams,
  body: ref(UpdatePurchaseRequestStatusBody),
  response: ref(PurchaseRequestResponse),
  ifMatch: true,
  acts: [
    { name: 'request.approve', when: { key: 'status', value: 'approved' } },
    { name: 'request.refund', when: { key: 'status', value: 'refunded' } },
    { name: 'request.accept_deviation', when: { key: 'accept_underpayment', value: true } },
    { name: 'request.complete', when: { key: 'status', value: 'completed' } },
    { name: 'payment.record', when: { key: 'status', value: 'paid' } },
  ],
})

export const createPurchaseRequest = operation({
  id: 'createPurchaseRequest',
  method: 'POST',
  path: '/v1/purchase-requests',
  tag,
  summary: 'Create a purchase request',
  description:
    '`fiat_amount` and `total_amount` may be sent and are then checked. Supports `Idempotency-Key`.',
  access: 'requests:write',
  extension: true,
  body: ref(CreatePurchaseRequestBody),
  rules: purchaseRequestFaults,
  success: 201,
  response: ref(PurchaseRequestResponse),
  location: '/v1/purchase-requests/{id}',
})

export const readPurchaseRequestNextSteps = operation({
  id: 'readPurchaseRequestNextSteps',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}/next-steps',
  tag,
  summary: 'List the steps from the current status: whether you may take each, and what blocks it',
  description:
    'Uses the same rules as the change of status, for the caller and at this moment. `needs` contains the required ' +
    'fields, including a new quote if the old one has expired. `blockers` are those of a 409 `approval_blocked`.',
  access: 'requests:read',
  extension: true,
  params: requestParams,
  response: ref(PurchaseRequestNextStepsResponse),
})

export const listPurchaseRequestHistory = operation({
  id: 'listPurchaseRequestHistory',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}/history',
  tag,
  summary: 'List the status changes, quotes and corrections of a purchase request, oldest first',
  access: 'requests:read',
  extension: true,
  params: requestParams,
  query: Type.Object(pageQuery),
  response: ref(PurchaseRequestHistoryResponse),
})

export const assignPurchaseRequest = operation({
  id: 'assignPurchaseRequest',
  method: 'PATCH',
  path: '/v1/purchase-requests/{request_id}/assignee',
  tag,
  summary: 'Assign a purchase request to an administrator, or to nobody',
  access: 'requests:process',
  extension: true,
  params: requestParams,
  body: ref(AssignPurchaseRequestBody),
  response: ref(PurchaseRequestResponse),
  ifMatch: true,
})
