import type { Operation } from '../../contract/operation.ts'
import * as administrators from '../../contract/operations/administrators.ts'
import * as audit from '../../contract/operations/audit.ts'
import * as organizations from '../../contract/operations/organizations.ts'
import * as purchaseRequests from '../../contract/operations/purchase-requests.ts'
import * as wallets from '../../contract/operations/wallets.ts'
import * as webhooks from '../../contract/operations/webhooks.ts'

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

type Said = {
  [K in keyof ResourceOperations]: K extends 'param' | 'idOf' ? ResourceOperations[K] : { id: string }
}

/** The operations of the contract differ in their types of body and response; here only their names and paths count. */
function resource(said: Said): ResourceOperations {
  return said as unknown as ResourceOperations
}

export const resources: Record<string, ResourceOperations> = {
  organizations: resource({
    param: 'organization_id',
    list: organizations.listOrganizations,
    read: organizations.readOrganization,
    create: organizations.createOrganization,
    update: organizations.updateOrganization,
  }),
  'purchase-requests': resource({
    param: 'request_id',
    list: purchaseRequests.listPurchaseRequests,
    read: purchaseRequests.readPurchaseRequest,
    create: purchaseRequests.createPurchaseRequest,
  }),
  'secret-approvals': resource({ param: 'approval_id', list: wallets.listSecretApprovals }),
  administrators: resource({
    param: 'administrator_id',
    list: administrators.listAdministrators,
    read: administrators.readAdministrator,
    create: administrators.createAdministrator,
    update: administrators.updateAdministrator,
  }),
  'api-keys': resource({
    param: 'api_key_id',
    list: administrators.listApiKeys,
    create: administrators.createApiKey,
    remove: administrators.revokeApiKey,
  }),
  webhooks: resource({
    param: 'webhook_id',
    list: webhooks.listWebhooks,
    read: webhooks.readWebhook,
    create: webhooks.createWebhook,
    update: webhooks.updateWebhook,
    remove: webhooks.deleteWebhook,
  }),
  'audit-events': resource({
    param: 'seq',
    list: audit.listAuditEvents,
    idOf: ({ seq }) => String(seq),
  }),
}
