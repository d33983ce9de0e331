import { sql } from 'kysely'
import type { AuditAction } from '../../../contract/audit.ts'
import type { Actor } from '../actor.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Db } from '../db/database.ts'
import { measuredAs } from '../db/primary/query-kind.ts'
import type { AuditOutcome } from './audit-tables.ts'

/** Names values that are stored beside the chain, by their id and the HMAC of each side. */
export interface ValuesReference {
  id: string
  before: string
  after: string
}

export interface AuditEntry {
  actor: Actor
  /** Such as `organization.created`. */
  action: AuditAction
  object: { type: string; id: string } | null
  organizationId?: string | null
  outcome?: AuditOutcome
  /** Additional information. It must contain no secrets and no more personal data than needed. */
  details?: Record<string, unknown>
  /** What is sensitive: see audit-values. */
  values?: ValuesReference | undefined
  at?: Date
}

const appendMark = measuredAs('audit_append')

/**
 * Appends rows to the audit log in the transaction of the change. Call it last, right before commit: it locks the head
 * of the chain until the transaction ends.
 */
export async function appendAudit(db: Db, ...entries: AuditEntry[]): Promise<void> {
  await sql`${appendMark}select audit_append(${entries.map(auditEvent)}::text[])`.execute(db)
}

/** The JSON text that is hashed and stored. */
function auditEvent(entry: AuditEntry): string {
  const { actor, action, object, organizationId, outcome, details, values, at } = entry
  return canonicalJson({
    at: (at ?? new Date()).toISOString(),
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
  })
}
