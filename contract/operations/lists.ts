import { ref } from '../common.ts'
import { listPermissions } from '../list-filters.ts'
import * as lists from '../lists.ts'
import { operation } from '../operation.ts'

const tag = {
  name: 'Lists',
  isPreview: true,
  description: 'Lists with more filters, read from one page to the next.',
}

export const filterOrganizations = operation({
  id: 'filterOrganizations',
  method: 'GET',
  path: '/v1/lists/organizations',
  tag,
  summary: 'List organizations with all filters',
  access: listPermissions.organizations,
  query: lists.FilteredOrganizationsQuery,
  response: ref(lists.FilteredOrganizationsResponse),
  extension: true,
})

export const filterPurchaseRequests = operation({
  id: 'filterPurchaseRequests',
  method: 'GET',
  path: '/v1/lists/purchase-requests',
  tag,
  summary: 'List purchase requests with all filters',
  access: listPermissions['purchase-requests'],
  query: lists.FilteredRequestsQuery,
  response: ref(lists.FilteredRequestsResponse),
  extension: true,
})

export const filterDocuments = operation({
  id: 'filterDocuments',
  method: 'GET',
  path: '/v1/lists/documents',
  tag,
  summary: 'List the documents of all organizations',
  access: listPermissions.documents,
  query: lists.FilteredDocumentsQuery,
  response: ref(lists.FilteredDocumentsResponse),
  extension: true,
})

export const filterPayments = operation({
  id: 'filterPayments',
  method: 'GET',
  path: '/v1/lists/payments',
  tag,
  summary: 'List the payments of all purchase requests',
  access: listPermissions.payments,
  query: lists.FilteredPaymentsQuery,
  response: ref(lists.FilteredPaymentsResponse),
  extension: true,
})
