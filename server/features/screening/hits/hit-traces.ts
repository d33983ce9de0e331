import type { EventType } from '../../../../contract/events/events.ts'
import { service } from '../../../platform/actor.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { HitRow } from './hit-tables.ts'

type HitEvent = Extract<EventType, `screening.hit_${string}`>

/** Tells of a change of a hit. Names the party by its id, and the entry, which is public. */
export function tellOfHit(
  db: Db,
  action: HitEvent,
  hit: HitRow,
  { by = service, details = {} }: { by?: By; details?: Record<string, unknown> } = {},
): void {
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
  recordChange(db, by, {
    action,
    object: { type: 'screening_hit', id: hit.id },
    organizationId: hit.organization_id,
    version: hit.version,
    // Numbers of the audit log are integers.
    details: { ...shown, score: String(hit.score), ...details },
    data: shown,
    at: hit.updated_at,
  })
}
