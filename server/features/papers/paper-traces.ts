import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { ChangeTrace } from '../../platform/audit/change-trace.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { toPaper } from './paper-response.ts'
import type { Paper } from './paper-store.ts'

/** Writes the event and the audit row of a change; the audit row last, because it locks the chain until commit. */
export async function tellOfPaper(db: Db, ...of: Parameters<typeof tracesOfPaper>): Promise<void> {
  const { event, audit } = tracesOfPaper(...of)
  await recordEvent(db, event)
  await appendAudit(db, audit)
}

export function tracesOfPaper(
  action: 'paper.issued' | 'paper.rendered' | 'paper.voided',
  paper: Paper,
  actor: Actor,
  details: Record<string, unknown>,
  at: Date,
): ChangeTrace {
  const object = { type: 'paper', id: paper.id }
  const { organization_id: organizationId, kind, number, request_id } = paper
  return {
    event: { type: action, object, organizationId, data: toPaper(paper), at },
    audit: { actor, action, object, organizationId, details: { kind, number, request_id, ...details }, at },
  }
}
