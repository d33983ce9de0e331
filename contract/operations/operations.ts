import type { Operation } from '../operation.ts'
import * as account from './account.ts'
import * as administrators from './administrators.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import {
  documentContent,
  documentSlots,
  listDocuments,
  listDocumentVersions,
  reviewDocument,
} from './documents.ts'
import * as events from './events.ts'
import * as organizations from './organizations.ts'
import * as purchaseRequests from './purchase-requests.ts'
import { readVault } from './vault.ts'
import * as wallets from './wallets.ts'
import * as webhooks from './webhooks.ts'

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
