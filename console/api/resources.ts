import type { Operation } from '../../contract/operation.ts'
import * as organizations from '../../contract/operations/organizations.ts'
import * as purchaseRequests from '../../contract/operations/purchase-requests.ts'

/** What react-admin calls a resource: which operations list, read and change it, and what its id is called. */
export interface ResourceOperations {
  param: string
  list: Operation
  read?: Operation
  create?: Operation
  update?: Operation
  remove?: Operation
  /** Where a row has no `id` of its own. */
  idOf?: (row: Record<string, unknown>) => string
}

export const resources: Record<string, ResourceOperations> = {
  organizations: {
    param: 'organization_id',
    list: organizations.listOrganizations as unknown as Operation,
    read: organizations.readOrganization as unknown as Operation,
    create: organizations.createOrganization as unknown as Operation,
    update: organizations.updateOrganization as unknown as Operation,
  },
  'purchase-requests': {
    param: 'request_id',
    list: purchaseRequests.listPurchaseRequests as unknown as Operation,
    read: purchaseRequests.readPurchaseRequest as unknown as Operation,
  },
}
