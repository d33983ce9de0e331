import type { Operation } from '../api/operation.ts'
import type { Blocker, BlockerCode } from '../purchase-requests/purchase-request-rules.ts'
import { importStatement } from './books/statements.ts'
import { documentSlots, reviewDocument } from './organizations/documents.ts'
import { updateOrganizationPerson } from './organizations/organization-people.ts'
import { updateOrganization } from './organizations/organizations.ts'
import { decideScreeningHit, importScreeningList } from './organizations/screening.ts'
import { acceptPayer, correctPurchaseRequest, reversePayment } from './purchase-requests/deals.ts'
import { updatePurchaseRequestStatus } from './purchase-requests/purchase-requests.ts'
import { createWallets } from './wallets/wallets.ts'

type Named = Pick<Operation, 'id' | 'method' | 'path'>

/** Where there is one, an operation of the specification: a client may know no other. */
const operations: Record<BlockerCode, Named | ((blocker: Blocker) => Named)> = {
  kyb_not_approved: updateOrganization,
  organization_liquidated: updateOrganization,
  document_missing: uploadOf,
  document_pending: reviewDocument,
  document_rejected: uploadOf,
  document_expired: uploadOf,
  wallet_missing: createWallets,
  wallet_retired: correctPurchaseRequest,
  address_removed: correctPurchaseRequest,
  address_not_allowed: correctPurchaseRequest,
  address_cooling_off: correctPurchaseRequest,
  destination_unproven: ({ kind }) => (kind === 'wallet' ? createWallets : correctPurchaseRequest),
  // `approved` once more.
  approval_unproven: updatePurchaseRequestStatus,
  // With `quote_expires_at`.
  quote_expired: updatePurchaseRequestStatus,
  // By somebody else.
  second_administrator: updatePurchaseRequestStatus,
  // The rest of the money as one more `paid`, or `accept_underpayment`.
  underpaid: updatePurchaseRequestStatus,
  foreign_payer: acceptPayer,
  payer_unknown: acceptPayer,
  not_on_statement: importStatement,
  screening_hit: decideScreeningHit,
  screening_stale: importScreeningList,
  screening_failed: savingOf,
  no_sanctions_list: importScreeningList,
  ownership_unexplained: updateOrganization,
}

/** What saves the party again. A payer is recorded anew. */
function savingOf({ subject_kind, person_id }: Blocker): Named {
  if (person_id !== undefined) return updateOrganizationPerson
  if (subject_kind === 'payer') return reversePayment
  return subject_kind === 'address' ? correctPurchaseRequest : updateOrganization
}

function uploadOf({ kind }: Blocker): Named {
  const slot = documentSlots.find((one) => one.kind === kind)
  if (!slot) throw new Error(`A blocker names no kind of document: ${kind}`)
  return slot.put
}

/**
 * The blocker with the operation that resolves it: its id in `/openapi.json`, and method and path, filled with what is
 * known. As text, because clients of 1.0.0 were told that every further value of a blocker is one.
 */
export function resolvable(blocker: Blocker, known: { request_id?: string } = {}): Blocker {
  const named = operations[blocker.code]
  const { id, method, path } = typeof named === 'function' ? named(blocker) : named
  const values: Record<string, string> = { ...blocker, ...known }
  const filled = path.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
  return { ...blocker, operation_id: id, resolve_with: `${method} ${filled}` }
}
