import { type Static, Type } from 'typebox'
import { cursorPage, cursorQuery, field, oneOf, ref } from './common.ts'
import { listFilters, listSorts } from './list-filters.ts'
import { OrganizationResponse } from './organizations.ts'
import { PurchaseRequestResponse } from './purchase-requests.ts'

const order = {
  sort: field(
    Type.Optional(oneOf(listSorts)),
    '`-created_at` is newest first, which is the default; `created_at` is oldest first',
    'created_at',
  ),
  ...cursorQuery,
}

export const FilteredOrganizationsQuery = Type.Object({ ...listFilters.organizations.properties, ...order })
export type FilteredOrganizationsQuery = Static<typeof FilteredOrganizationsQuery>
export const FilteredOrganizationsResponse = cursorPage(
  ref(OrganizationResponse),
  'FilteredOrganizationsResponse',
)
export type FilteredOrganizationsResponse = Static<typeof FilteredOrganizationsResponse>

export const FilteredRequestsQuery = Type.Object({ ...listFilters['purchase-requests'].properties, ...order })
export type FilteredRequestsQuery = Static<typeof FilteredRequestsQuery>
export const FilteredRequestsResponse = cursorPage(ref(PurchaseRequestResponse), 'FilteredRequestsResponse')
export type FilteredRequestsResponse = Static<typeof FilteredRequestsResponse>
