import { Type } from 'typebox'
import { pageQuery, ref } from '../common.ts'
import { operation, requestParams } from '../operation.ts'
import {
  PurchaseRequestListResponse,
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../purchase-requests.ts'

const tag = 'Purchase requests'

export const listPurchaseRequests = operation({
  id: 'listPurchaseRequests',
  method: 'GET',
  path: '/v1/purchase-requests',
  tag,
  summary: 'List purchase requests',
  access: 'requests:read',
  query: Type.Object({
    status: Type.Optional(Type.String()),
    organization_id: Type.Optional(Type.String()),
    ...pageQuery,
  }),
  answer: ref(PurchaseRequestListResponse),
})

export const readPurchaseRequest = operation({
  id: 'readPurchaseRequest',
  method: 'GET',
  path: '/v1/purchase-requests/{request_id}',
  tag,
  summary: 'Read a purchase request',
  access: 'requests:read',
  params: requestParams,
  answer: ref(PurchaseRequestResponse),
})

export const updatePurchaseRequestStatus = operation({
  id: 'updatePurchaseRequestStatus',
  method: 'PATCH',
  path: '/v1/purchase-requests/{request_id}/status',
  tag,
  summary: 'Change the status of a purchase request',
  // Which permission a move needs depends on the move; whoever may read can ask, the service decides.
  access: 'requests:read',
  params: requestParams,
  body: ref(UpdatePurchaseRequestStatusBody),
  answer: ref(PurchaseRequestResponse),
})
