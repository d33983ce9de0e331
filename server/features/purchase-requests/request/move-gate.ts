import type { PaymentRules } from '../../../../contract/control/policy-rules.ts'
import type { DocumentRequirement } from '../../../../contract/organizations/kyb-checklist.ts'
import {
  type Blocker,
  type BlockerCode,
  moveRule,
  type PurchaseRequestStatus,
  takesDeliveries,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { ResembledAddress } from '../../../../contract/wallets/address-book.ts'
import type { Separated } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Standing } from '../../../platform/proofs/proofs.ts'
import type { ProvenTable } from '../../../platform/proofs/proven-table.ts'
import type { BookDestinations } from '../../address-book/destinations.ts'
import { provenEntries } from '../../address-book/entry-proofs.ts'
import type { OrganizationRecords, OrganizationRow } from '../../organizations/organization-records.ts'
import { provenWallets } from '../../wallets/wallet-proofs.ts'
import type { WalletService } from '../../wallets/wallet-service.ts'
import type { PaymentRow } from '../facts/deal-tables.ts'
import { payerBlockers } from '../facts/payer.ts'
import { listCountedPayments } from '../facts/payment-store.ts'
import { approvalBlockers, completionBlockers, type GateOrganization } from './approval-gate.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'
import { demandStanding } from './request-decisions.ts'
import { type DealScreening, destinationOf, formerParties } from './screened-parties.ts'

/** The features that provide the input of the approval check. */
export interface GateSources {
  organizations: Pick<OrganizationRecords, 'require' | 'lock'>
  wallets: Pick<WalletService, 'find' | 'findById' | 'findRetired' | 'check'>
  destinations: Pick<
    BookDestinations,
    | 'find'
    | 'demandProven'
    | 'restrictionsOf'
    | 'restrictionsOfTyped'
    | 'demandCompared'
    | 'listAlike'
    | 'needsMemo'
  >
  screening: DealScreening
  /** What an approval requires of documents. */
  documents: DocumentRequirement
}

/** The input of the approval check besides the request itself. */
export type GateFacts = {
  organization: GateOrganization
  documents: DocumentRequirement
  /** The organization's wallet on the network of the request. */
  wallet: { id: string; address: string } | undefined
  /** The payments that were not reversed. */
  payments: readonly PaymentRow[]
  /** What the sanctions lists say. */
  screening: readonly Blocker[]
  /** That the destination is a wallet that was replaced, or an entry of the address book that cannot be used. */
  destination: readonly Blocker[]
  /** The trusted addresses that the destination looks like. Who approves has compared it with them. */
  alike: readonly ResembledAddress[]
  /** What the payment carries. Those who approve see it. */
  memo: string | null
}

/** Of a step for which money does not matter. */
export const noPaymentRules: PaymentRules = { payerKnown: false, onStatement: false }

/** The status changes that depend on the state of the organization. */
export function isGated(to: PurchaseRequestStatus): boolean {
  return to === 'approved' || to === 'completed'
}

/**
 * For a status change: locks the organization, so that it does not change before the commit. Coins will go to the
 * destination, so it is 503 unless the service wrote it as it is.
 */
export async function holdGateFacts(
  db: Db,
  sources: GateSources,
  request: PurchaseRequest,
): Promise<GateFacts> {
  const organization = await sources.organizations.lock(db, request.organization_id, 'share')
  const facts = await withOthers(db, sources, request, organization)
  const { table, id, standing } = await chosenDestination(db, sources, withWallet(request, facts.wallet))
  if (table) demandStanding(table, id, standing)
  return facts
}

/** For next steps: locks nothing. */
export async function readGateFacts(
  db: Db,
  sources: GateSources,
  request: PurchaseRequest,
): Promise<GateFacts> {
  const organization = await sources.organizations.require(db, request.organization_id)
  return withOthers(db, sources, request, organization)
}

/** An approval needs the wallet; a delivery, which comes later, the payments. */
async function withOthers(
  db: Db,
  sources: GateSources,
  request: PurchaseRequest,
  organization: OrganizationRow,
): Promise<GateFacts> {
  const { wallets, screening, documents } = sources
  if (takesDeliveries.includes(request.status)) {
    const payments = await listCountedPayments(db, request.id)
    const parties = [...destinationOf(request), ...(await formerParties(db, request))]
    return {
      organization,
      documents,
      wallet: undefined,
      payments,
      screening: await screening.blockersOf(db, organization, parties),
      destination: await destinationBlockers(db, sources, request),
      alike: [],
      memo: null,
    }
  }
  const wallet = await wallets.find(db, request.organization_id, request.network)
  const aimed = withWallet(request, wallet)
  const parties = [...destinationOf(aimed), ...(await formerParties(db, request))]
  return {
    organization,
    documents,
    wallet,
    payments: [],
    screening: await screening.blockersOf(db, organization, parties),
    destination: await destinationBlockers(db, sources, aimed),
    alike: await listAlike(db, sources, request),
    memo: await memoOf(db, sources, request),
  }
}

/** As it would be approved again: what was paid has no quote that runs out. */
export function asReviewed(request: PurchaseRequest): PurchaseRequest {
  return { ...request, status: 'in_review', quote_expires_at: null }
}

/** A request without a destination gets the wallet of the organization. */
export function withWallet(request: PurchaseRequest, wallet: GateFacts['wallet']): PurchaseRequest {
  return request.destination_address === null && wallet
    ? { ...request, wallet_id: wallet.id, destination_address: wallet.address }
    : request
}

/** Whether the service wrote what the destination was chosen from, and it is what the request says. */
async function chosenDestination(
  db: Db,
  { wallets, destinations }: GateSources,
  request: PurchaseRequest,
): Promise<
  { table: ProvenTable; id: string; standing: Standing } | { table: null; id: ''; standing: 'proven' }
> {
  const { organization_id, network, wallet_id, address_id, destination_address } = request
  if (wallet_id !== null) {
    const wallet = await wallets.findById(db, organization_id, wallet_id)
    const isSame = wallet?.network === network && wallet.address === destination_address
    const standing = wallet && isSame ? await wallets.check(db, wallet) : 'unproven'
    return { table: provenWallets, id: wallet_id, standing }
  }
  if (address_id === null) return { table: null, id: '', standing: 'proven' }
  const entry = await destinations.find(db, organization_id, address_id)
  const isSame = entry?.network === network && entry.address === destination_address
  return { table: provenEntries, id: address_id, standing: entry && isSame ? entry.standing : 'unproven' }
}

function listAlike(
  db: Db,
  { destinations }: GateSources,
  { organization_id: organizationId, network, wallet_id, destination_address: address }: PurchaseRequest,
): Promise<ResembledAddress[]> | [] {
  if (wallet_id !== null || address === null) return []
  return destinations.listAlike(db, { organizationId, network, address })
}

async function memoOf(
  db: Db,
  { destinations }: GateSources,
  { organization_id, address_id }: PurchaseRequest,
): Promise<string | null> {
  const entry = address_id === null ? undefined : await destinations.find(db, organization_id, address_id)
  return entry?.memo ?? null
}

async function destinationBlockers(
  db: Db,
  sources: GateSources,
  request: PurchaseRequest,
): Promise<Blocker[]> {
  const { wallets, destinations } = sources
  const { table, id, standing } = await chosenDestination(db, sources, request)
  const unproven: Blocker = {
    code: 'destination_unproven',
    detail: 'The service did not write the destination as it is in the database.',
    organization_id: request.organization_id,
    kind: table?.kind ?? '',
    id,
  }
  return [
    ...(standing === 'unproven' ? [unproven] : []),
    ...(await retiredBlockers(db, wallets, request)),
    ...(await bookBlockers(db, destinations, request)),
  ]
}

/** What the address book and the policy say about the destination. The lists are asked with everything else. */
async function bookBlockers(
  db: Db,
  destinations: GateSources['destinations'],
  request: PurchaseRequest,
): Promise<Blocker[]> {
  const { organization_id, network, wallet_id, address_id, destination_address: address } = request
  if (address === null || wallet_id !== null) return []
  if (address_id === null) {
    const typed = { organizationId: organization_id, network, address }
    return blockersOfBook(await destinations.restrictionsOfTyped(db, typed), { organization_id })
  }
  const entry = await destinations.find(db, organization_id, address_id)
  // Entries are never deleted: somebody else did that, and it is unproven.
  if (entry === undefined) return []
  const place = { organization_id, address_id, usable_from: entry.usableFrom.toISOString() }
  return blockersOfBook(await destinations.restrictionsOf(db, entry), place)
}

const bookDetails = {
  unproven: ['destination_unproven', 'The service did not write the destination as it is in the database.'],
  removed: ['address_removed', 'The destination was removed from the address book.'],
  not_allowed: ['address_not_allowed', 'The policy does not allow coins to be sent to this destination.'],
  cooling_off: ['address_cooling_off', 'The destination was added to the address book a short time ago.'],
} as const satisfies Record<string, readonly [code: BlockerCode, detail: string]>

/** A retired wallet is looked for at every destination, not only at those of the book. */
function blockersOfBook(found: readonly string[], place: Record<string, string>): Blocker[] {
  return Object.entries(bookDetails).flatMap(([name, [code, detail]]) =>
    found.includes(name) ? [{ code, detail, ...place }] : [],
  )
}

/** No coins go to a wallet that was replaced: somebody else may have its key. */
async function retiredBlockers(
  db: Db,
  wallets: GateSources['wallets'],
  { organization_id, network, destination_address }: PurchaseRequest,
): Promise<Blocker[]> {
  if (destination_address === null) return []
  const retired = await wallets.findRetired(db, network, destination_address)
  if (retired === undefined) return []
  const current = await wallets.find(db, organization_id, network)
  return [
    {
      code: 'wallet_retired',
      detail: 'The destination is a wallet that was replaced.',
      organization_id,
      network,
      address: destination_address,
      ...(current && { current_wallet_id: current.id }),
    },
  ]
}

/** All blockers of a status change: state of the organization, quote, missing second administrator. */
export function moveBlockers(
  request: PurchaseRequest,
  to: PurchaseRequestStatus,
  { organization, documents, wallet, payments, screening, destination }: GateFacts,
  { separated, rules, at }: { separated: Separated | undefined; rules: PaymentRules; at: Date },
): Blocker[] {
  if (to === 'completed')
    return completionBlockers(
      organization,
      request,
      { delivered: request.crypto_amount, payers: payerBlockers(payments, rules) },
      [...screening, ...destination],
    )
  if (to !== 'approved') return []
  return approvalBlockers({
    organization,
    documents,
    wallet,
    request,
    separated,
    screening: [...screening, ...destination],
    now: at,
  })
}

/** If a new quote can be sent with the status change, an expired quote is a required field and not a blocker. */
export function splitByQuote(from: PurchaseRequestStatus, to: PurchaseRequestStatus, blockers: Blocker[]) {
  const rule = moveRule(from, to)
  const takesQuote = [...(rule?.needs ?? []), ...(rule?.takes ?? [])].includes('quote_expires_at')
  const isQuote = ({ code }: Blocker) => takesQuote && code === 'quote_expired'
  return { needsQuote: blockers.some(isQuote), blockers: blockers.filter((blocker) => !isQuote(blocker)) }
}
