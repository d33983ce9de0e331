import { ref } from '../common.ts'
import { listPermissions } from '../list-filters.ts'
import * as lists from '../lists.ts'
import { operation } from '../operation.ts'

const tag = { name: 'Lists', description: 'Lists with more filters, read from one page to the next.' }

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
