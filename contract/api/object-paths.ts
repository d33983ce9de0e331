/**
 * The operation that reads an object now, by the type of the object. `{id}` is the object, `{organization_id}` the
 * organization that it belongs to.
 */
const byObject: Readonly<Record<string, string>> = {
  organization: '/v1/organizations/{id}',
  person: '/v1/organizations/{organization_id}/people/{id}',
  document: '/v1/documents/{id}',
  address: '/v1/organizations/{organization_id}/addresses/{id}',
  transfer: '/v1/transfers/{id}',
  transfer_batch: '/v1/transfer-batches/{id}',
  signing: '/v1/signing',
  approval: '/v1/approvals/{id}',
  policy: '/v1/policy',
  founding: '/v1/founding',
  purchase_request: '/v1/purchase-requests/{id}',
  credit: '/v1/credits/{id}',
  book_entry: '/v1/books/entries/{id}',
  books: '/v1/books/close',
  plan: '/v1/books/plan',
  rate: '/v1/rates/{id}',
  rates: '/v1/rates',
  acquisition: '/v1/treasury/acquisitions/{id}',
  payment_file: '/v1/payment-files/{id}',
  chain_line: '/v1/treasury/chain-lines/{id}',
  chain_statement: '/v1/treasury/chain-statements',
  posting_rule: '/v1/posting-rules/{id}',
  statement: '/v1/statements/{id}',
  statement_line: '/v1/statement-lines/{id}',
  desk_company: '/v1/desk/companies/{id}',
  paper: '/v1/papers/{id}',
  screening_hit: '/v1/screening/hits/{id}',
  screening_list: '/v1/screening',
  view: '/v1/views/{id}',
  administrator: '/v1/administrators/{id}',
  api_key: '/v1/api-keys/{id}',
  webhook_endpoint: '/v1/webhooks/{id}',
  webhook_delivery_state: '/v1/webhook-delivery',
  audit: '/v1/audit-events/verification',
}

/** Where a change of an organization is no change of what reading the organization returns. */
const byType: Readonly<Record<string, string>> = {
  'wallets.created': '/v1/organizations/{id}/wallets',
  'wallets.replaced': '/v1/organizations/{id}/wallets',
  'wallets.exposed': '/v1/organizations/{id}/wallets',
  'secret.read': '/v1/organizations/{id}/wallets',
  'client_contract.set': '/v1/organizations/{id}/contract',
  'organization.commented': '/v1/organizations/{id}/comments',
  'purchase_request.commented': '/v1/purchase-requests/{id}/comments',
}

/** After these the object is gone: reading it is 404. */
export const deletions: ReadonlySet<string> = new Set([
  'person.deleted',
  'posting_rule.deleted',
  'rate.removed',
  'view.deleted',
  'webhook.deleted',
])

/** Every path of the tables above, for the test that each is an operation. */
export const objectPaths: readonly string[] = [...Object.values(byObject), ...Object.values(byType)]

/** The path of the operation that reads what has changed, as it is now; null if it is gone. */
export function pathOf(
  type: string,
  object: { type: string; id: string },
  organizationId: string | null,
): string | null {
  if (deletions.has(type)) return null
  const path = byType[type] ?? byObject[object.type]
  if (path === undefined) return null
  return path
    .replace('{organization_id}', encodeURIComponent(organizationId ?? ''))
    .replace('{id}', encodeURIComponent(object.id))
}
