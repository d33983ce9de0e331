import type { Operation } from './operation.ts'
import * as account from './operations/account.ts'
import * as administrators from './operations/administrators.ts'
import * as audit from './operations/audit.ts'
import * as auth from './operations/auth.ts'
import {
  documentContent,
  documentSlots,
  listDocuments,
  listDocumentVersions,
  reviewDocument,
} from './operations/documents.ts'
import * as events from './operations/events.ts'
import * as organizations from './operations/organizations.ts'
import * as purchaseRequests from './operations/purchase-requests.ts'
import { readVault } from './operations/vault.ts'
import * as wallets from './operations/wallets.ts'
import * as webhooks from './operations/webhooks.ts'

/** Every operation of the service: the 32 of the specification, and the extensions. */
export const operations: readonly Operation[] = [
  ...Object.values(auth),
  ...Object.values(organizations),
  ...Object.values(wallets),
  readVault,
  listDocuments,
  ...documentSlots.flatMap(({ put, get }) => [put, get]),
  documentContent,
  listDocumentVersions,
  reviewDocument,
  ...Object.values(purchaseRequests),
  ...Object.values(account),
  ...Object.values(administrators),
  ...Object.values(audit),
  ...Object.values(events),
  ...Object.values(webhooks),
]
