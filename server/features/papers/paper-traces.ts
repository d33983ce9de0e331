import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { toPaper } from './paper-response.ts'
import type { Paper } from './paper-store.ts'

/** Writes the event and the audit row of a change; the audit row last, because it locks the chain until commit. */
export async function tellOfPaper(
  db: Db,
  action: 'paper.issued' | 'paper.rendered' | 'paper.voided',
  paper: Paper,
  actor: Actor,
  details: Record<string, unknown>,
  at: Date,
): Promise<void> {
  const object = { type: 'paper', id: paper.id }
  const { organization_id: organizationId, kind, number, request_id } = paper
  await recordEvent(db, { type: action, object, organizationId, data: toPaper(paper), at })
  await appendAudit(db, {
    actor,
    action,
    object,
    organizationId,
    details: { kind, number, request_id, ...details },
    at,
  })
}
