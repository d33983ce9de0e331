import type { TSchema } from 'typebox'
import * as account from './account.ts'
import * as addressCheck from './address-check.ts'
import * as administrators from './administrators.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as common from './common.ts'
import * as documents from './documents.ts'
import * as events from './events.ts'
import * as organizations from './organizations.ts'
import * as overview from './overview.ts'
import * as parties from './parties.ts'
import * as purchaseRequests from './purchase-requests.ts'
import * as secretApprovals from './secret-approvals.ts'
import * as vault from './vault.ts'
import * as wallets from './wallets.ts'
import * as webhooks from './webhooks.ts'

export type NamedSchema = TSchema & { $id: string }

/** Every schema with a name: what `ref()` can point to, and what OpenAPI lists under components. */
export const namedSchemas: readonly NamedSchema[] = [
  ...[
    account,
    administrators,
    audit,
    addressCheck,
    auth,
    common,
    documents,
    events,
    organizations,
    overview,
    parties,
    purchaseRequests,
    secretApprovals,
    vault,
    wallets,
    webhooks,
  ].flatMap((file) => Object.values<unknown>(file).filter(isNamed)),
  ...Object.values<unknown>(documents.uploadBodies).filter(isNamed),
]

function isNamed(value: unknown): value is NamedSchema {
  return typeof value === 'object' && value !== null && '$id' in value
}
