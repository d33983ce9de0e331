import {
  type Blocker,
  moveRule,
  type PurchaseRequestStatus,
} from '../../../contract/purchase-request-rules.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import { approvalBlockers, completionBlockers, type GateOrganization } from './approval-gate.ts'
import type { ApprovalThresholds } from './approval-threshold.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

/** The features that the gate asks. */
export interface GateSources {
  organizations: Pick<OrganizationRecords, 'require' | 'lock'>
  wallets: Pick<WalletService, 'find'>
}

/** What the gate looks at besides the request itself. */
export type GateFacts = {
  organization: GateOrganization
  /** The organization's wallet on the network of the request. */
  wallet: { id: string; address: string } | undefined
}

/** The moves that depend on the state of the organization. */
export function isGated(to: PurchaseRequestStatus): boolean {
  return to === 'approved' || to === 'completed'
}

/** For a move: the organization is locked, so that it is still as the gate saw it when the move is committed. */
export async function holdGateFacts(
  db: Db,
  { organizations, wallets }: GateSources,
  { organization_id, network }: PurchaseRequest,
): Promise<GateFacts> {
  const organization = await organizations.lock(db, organization_id, 'share')
  return { organization, wallet: await wallets.find(db, organization_id, network) }
}

/** For the list of next steps: nothing is locked. */
export async function readGateFacts(
  db: Db,
  { organizations, wallets }: GateSources,
  { organization_id, network }: PurchaseRequest,
): Promise<GateFacts> {
  const organization = await organizations.require(db, organization_id)
  return { organization, wallet: await wallets.find(db, organization_id, network) }
}

/** Everything that refuses the move: the organization's state, the quote, the missing second administrator. */
export function moveBlockers(
  request: PurchaseRequest,
  to: PurchaseRequestStatus,
  { organization, wallet }: GateFacts,
  { thresholds, actor, at }: { thresholds: ApprovalThresholds; actor: Actor; at: Date },
): Blocker[] {
  if (to === 'completed') return completionBlockers(organization)
  if (to !== 'approved') return []
  return approvalBlockers({
    organization,
    wallet,
    request,
    thresholds,
    reviewer: request.reviewer_kind ? { kind: request.reviewer_kind, id: request.reviewer_id } : null,
    approver: actor,
    now: at,
  })
}

/** A new quote can be sent along with the move: one that ran out asks for that field, and is in nobody's way. */
export function splitByQuote(from: PurchaseRequestStatus, to: PurchaseRequestStatus, blockers: Blocker[]) {
  const rule = moveRule(from, to)
  const takesQuote = [...(rule?.needs ?? []), ...(rule?.takes ?? [])].includes('quote_expires_at')
  const isQuote = ({ code }: Blocker) => takesQuote && code === 'quote_expired'
  return { needsQuote: blockers.some(isQuote), blockers: blockers.filter((blocker) => !isQuote(blocker)) }
}
