import {
  type Blocker,
  moveRule,
  type PurchaseRequestStatus,
} from '../../../contract/purchase-request-rules.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { approvalBlockers, completionBlockers, type GateOrganization } from './approval-gate.ts'
import type { ApprovalThresholds } from './approval-threshold.ts'
import * as store from './purchase-request-store.ts'

/** What the gate looks at besides the request itself. */
export type GateFacts = {
  organization: GateOrganization
  /** The organization's wallet on the network of the request. */
  wallet: { id: string; address: string } | null
}

/** The moves that depend on the state of the organization. */
export function isGated(to: PurchaseRequestStatus): boolean {
  return to === 'approved' || to === 'completed'
}

/** For an attempt: the organization is held, so that what the gate saw still holds when the move is committed. */
export async function holdGateFacts(db: Db, request: store.PurchaseRequest): Promise<GateFacts> {
  const organization = await store.holdOrganization(db, request.organization_id)
  return { organization, wallet: await walletOf(db, request) }
}

/** For a look: nothing is held, and nobody is waited for. */
export async function readGateFacts(db: Db, request: store.PurchaseRequest): Promise<GateFacts> {
  const organization = await store.findGateOrganization(db, request.organization_id)
  return { organization, wallet: await walletOf(db, request) }
}

async function walletOf(db: Db, request: store.PurchaseRequest) {
  return (await store.findWallet(db, request.organization_id, request.network)) ?? null
}

/** Everything that refuses the move: the organization's state, the quote, the missing second administrator. */
export function moveBlockers(
  request: store.PurchaseRequest,
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
