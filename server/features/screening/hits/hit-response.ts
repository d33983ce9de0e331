import type {
  ScreeningHitDetailsResponse,
  ScreeningHitResponse,
} from '../../../../contract/organizations/screening.ts'
import { type Hit, isBlocking, isClosable } from './hit-store.ts'
import { sideOfEntry, sideOfSubject } from './sides.ts'

export function toHit(hit: Hit): ScreeningHitResponse {
  return {
    id: hit.id,
    organization_id: hit.organization_id,
    organization_name: hit.organization_name,
    list: hit.list,
    kind: hit.kind,
    generation: hit.generation,
    entry: { id: hit.entry_id, name: hit.entry.names[0]?.name ?? '', schema: hit.entry.schema },
    subject: { kind: hit.subject_kind, id: hit.subject_id, name: hit.subject_name },
    score: hit.score,
    above_threshold: hit.above_threshold,
    reasons: hit.reasons,
    status: hit.status,
    closed_reason: hit.closed_reason,
    reopened_because: hit.reopened_because,
    changed_fields: hit.changed_fields,
    reason: hit.reason,
    decided_by: hit.decided_by,
    decided_by_name: hit.decided_by_name,
    decided_at: hit.decided_at?.toISOString() ?? null,
    found_at: hit.found_at.toISOString(),
    updated_at: hit.updated_at.toISOString(),
    version: hit.version,
  }
}

export function toHitDetails(hit: Hit): ScreeningHitDetailsResponse {
  return {
    ...toHit(hit),
    subject_details: sideOfSubject(hit.compared),
    entry_details: sideOfEntry(hit.entry),
    is_blocking: isBlocking(hit),
    is_closable: isClosable(hit),
  }
}
