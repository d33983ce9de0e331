import { sql } from 'kysely'
import type { AuditAction } from '../../../contract/audit.ts'
import { type ChangeType, isChangeType } from '../../../contract/changes.ts'
import type { Actor } from '../actor.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { measuredAs } from '../db/primary/query-kind.ts'
import { currentScope } from '../request-scope.ts'
import type { AuditOutcome } from './audit-tables.ts'

/** Names values that are stored beside the chain, by their id and the HMAC of each side. */
export interface ValuesReference {
  id: string
  before: string
  after: string
}

/** That the service wrote the event: an HMAC of it under this version of the vault's key. See audit-proofs. */
export interface Proof {
  key: number
  hmac: string
}

/** A change that clients are told of in `/v1/changes`. */
export interface ChangedObject {
  type: ChangeType
  object: { type: string; id: string }
  version: number | null
}

export interface AuditEntry {
  actor: Actor
  /** Such as `organization.created`. */
  action: AuditAction
  object: { type: string; id: string } | null
  organizationId?: string | null
  /** The version of the object after the change, if it has one. */
  version?: number
  /** Further objects whose response the same change has changed. */
  alsoChanged?: readonly ChangedObject[]
  outcome?: AuditOutcome
  /** Additional information. It must contain no secrets and no more personal data than needed. */
  details?: Record<string, unknown>
  /** What is sensitive: see audit-values. */
  values?: ValuesReference | undefined
  /** The object as it is after the event, and the proof of the event: see audit-proofs. */
  state?: Record<string, unknown>
  proof?: Proof
  at: Date
}

const appendMark = measuredAs('audit_append')

/**
 * Appends rows to the audit log in the transaction of the change, and what has changed to the log of changes. Call it
 * last, right before commit: it locks the head of the chain until the transaction ends.
 */
export async function appendAudit(db: Db, ...given: AuditEntry[]): Promise<void> {
  const entries = tellOfUse(given.map(underPolicy))
  const changes = entries.flatMap(changesOf)
  const changed = changes.length > 0 ? JSON.stringify(changes) : null
  await sql`${appendMark}select audit_append(${entries.map(auditEvent)}::text[], ${changed}::jsonb)`.execute(
    db,
  )
}

/**
 * The rows of an act name the approval and the reason. Every effect is recorded, so this is also where an act is stopped
 * that was never put before the policy: the transaction is rolled back, and the response is 500. Once more changes nothing.
 */
export function underPolicy<Entry extends AuditEntry>(entry: Entry): Entry {
  const act = currentScope()?.act
  if (!act || (entry.outcome ?? 'success') !== 'success') return entry
  const { allowed } = act
  if (!allowed) throw new Error(`The act ${act.name} was not put before the policy.`)
  const details = {
    ...entry.details,
    ...(allowed.approvalId && { approval_id: allowed.approvalId, approved_by: allowed.approvedBy }),
    ...(act.reason && { reason: act.reason }),
  }
  return { ...entry, details }
}

/** Clients that follow approvals are told that one was used up by the act. */
function tellOfUse(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const { allowed, usedBeside = {} } = currentScope()?.act ?? {}
  const [first, ...rest] = entries
  const own = allowed?.approvalId && allowed.isUsedUp ? [allowed.approvalId] : []
  const used = [...own, ...Object.values(usedBeside)].map((id) => ({
    type: 'approval.used' as const,
    object: { type: 'approval', id },
    version: null,
  }))
  if (!first || used.length === 0) return entries
  return [{ ...first, alsoChanged: [...(first.alsoChanged ?? []), ...used] }, ...rest]
}

/** An audited action that is a type of change has changed its object, unless it was refused. */
function changesOf({ action, object, organizationId, version, alsoChanged = [], outcome, at }: AuditEntry) {
  if (outcome !== undefined && outcome !== 'success') return []
  const own = object && isChangeType(action) ? [{ type: action, object, version: version ?? null }] : []
  return [...own, ...alsoChanged].map((change) => ({
    at: at.toISOString(),
    type: change.type,
    object_type: change.object.type,
    object_id: change.object.id,
    organization_id: organizationId ?? null,
    version: change.version,
  }))
}

/** The JSON text that is hashed and stored. */
export function auditEvent(entry: AuditEntry): string {
  const { actor, action, object, organizationId, outcome, details, values, state, proof, at } = entry
  return canonicalJson({
    at: at.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    session_id: actor.sessionId,
    address: actor.address,
    request_id: actor.requestId,
    action,
    object_type: object?.type ?? null,
    object_id: object?.id ?? null,
    organization_id: organizationId ?? null,
    outcome: outcome ?? 'success',
    details: details ?? {},
    values,
    state,
    proof,
  })
}
