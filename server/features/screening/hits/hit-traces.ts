import type { EventType } from '../../../../contract/events.ts'
import { type Actor, service } from '../../../platform/actor.ts'
import { appendAudit } from '../../../platform/audit/audit-log.ts'
import type { ChangeTrace } from '../../../platform/audit/change-trace.ts'
import type { Db } from '../../../platform/db/database.ts'
import { recordEvents } from '../../../platform/events/outbox.ts'
import type { HitRow } from './hit-tables.ts'

type HitEvent = Extract<EventType, `screening.hit_${string}`>

/** The event and the audit row of a hit. They name the party by its id, and the entry, which is public. */
export function tracesOfHit(
  type: HitEvent,
  hit: HitRow,
  { actor = service, details = {} }: { actor?: Actor; details?: Record<string, unknown> } = {},
): ChangeTrace {
  const object = { type: 'screening_hit', id: hit.id }
  const organizationId = hit.organization_id
  const at = hit.updated_at
  const shown = {
    list: hit.list,
    generation: hit.generation,
    entry_id: hit.entry_id,
    subject: { kind: hit.subject_kind, id: hit.subject_id },
    score: hit.score,
    above_threshold: hit.above_threshold,
    status: hit.status,
    closed_reason: hit.closed_reason,
    reopened_because: hit.reopened_because,
    changed_fields: hit.changed_fields,
    version: hit.version,
  }
  return {
    event: { type, object, organizationId, data: shown, at },
    audit: {
      actor,
      action: type,
      object,
      organizationId,
      version: hit.version,
      // Numbers of the audit log are integers.
      details: { ...shown, score: String(hit.score), ...details },
      at,
    },
  }
}

/** Writes the events and, last, the audit rows. */
export async function tellOfHits(db: Db, traces: readonly ChangeTrace[]): Promise<void> {
  if (traces.length === 0) return
  await recordEvents(
    db,
    traces.map(({ event }) => event),
  )
  await appendAudit(db, ...traces.map(({ audit }) => audit))
}
