import { sql } from 'kysely'
import pg from 'pg'
import type { AuditAction } from '../../../contract/events/audit.ts'
import { type ChangeType, isChangeType } from '../../../contract/events/changes.ts'
import type { Actor } from '../actor.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { measuredAs } from '../db/primary/query-kind.ts'
import { withCommit } from '../db/primary/with-commit.ts'
import { afterCommit } from '../db/transactions.ts'
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

/** That a proven row has reached this revision: no older state of it counts any more. `tag` shows that the service says so. */
export interface Revision {
  kind: string
  id: string
  revision: number
  /** The row was removed. */
  gone?: true
  /** What was said once and for all, such as the hash of signed bytes. */
  value?: string
  /** An older state could not be used after this time, so that nobody needs to remember this longer. */
  until?: string
  tag: string
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
  organizationId?: string | null | undefined
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
  /** Not part of the proof: they are known only when the transaction ends, and have tags of their own. */
  revisions?: readonly Revision[]
  at: Date
}

/** A row of the log of changes. */
export type ChangeRow = Record<'at' | 'type' | 'object_type' | 'object_id', string> & {
  organization_id: string | null
  version: number | null
}

/**
 * Appends rows to the audit log in the transaction of the change, and what has changed to the log of changes. It locks the
 * head of the chain until the transaction ends, so it is sent with the commit.
 */
export async function appendAudit(
  db: Db,
  entries: readonly AuditEntry[],
  changes: readonly ChangeRow[] = entries.flatMap(changesOf),
): Promise<void> {
  const texts = entries.map(auditEvent)
  const events = texts.map((text) => pg.escapeLiteral(text)).join(', ')
  const changed = changes.length > 0 ? pg.escapeLiteral(JSON.stringify(changes)) : 'null'
  const statement = measuredAs(
    'audit_append',
    `select audit_append(array[${events}]::text[], ${changed}::jsonb)`,
  )
  const note = () =>
    currentScope()?.recorded.push(
      ...entries.map(({ action }, index) => ({ action, event: texts[index] as string })),
    )
  await (db.isTransaction ? withCommit(statement) : sql.raw(statement)).execute(db)
  if (db.isTransaction) afterCommit(db, note)
  else note()
}

/** An audited action that is a type of change has changed its object, unless it was refused. */
export function changesOf({
  action,
  object,
  organizationId,
  version,
  alsoChanged = [],
  outcome,
  at,
}: Pick<AuditEntry, 'object' | 'organizationId' | 'version' | 'alsoChanged' | 'outcome' | 'at'> & {
  action?: AuditAction
}): ChangeRow[] {
  if (outcome !== undefined && outcome !== 'success') return []
  const own =
    object && action && isChangeType(action) ? [{ type: action, object, version: version ?? null }] : []
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
  const { actor, action, object, organizationId, outcome, details, values, state, proof, revisions, at } =
    entry
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
    revisions,
  })
}
