import type { DocumentResponse, DocumentVersionResponse } from '../../../contract/organizations/documents.ts'
import { documentStatusOn } from '../../../contract/organizations/documents-summary.ts'
import type { Decision, DocumentVersion, FilledSlot } from './document-store.ts'

/** Signed path of a version for the caller; null if there is none. */
export type LinkTo = (version: DocumentVersion) => string | null

export function toDocument(slot: FilledSlot, now: Date, linkTo: LinkTo): DocumentResponse {
  return {
    id: slot.id,
    kind: slot.kind,
    organization_id: slot.organization_id,
    status: documentStatusOn(dayOf(now), slot),
    ...toUpload(slot, linkTo),
    decision: decisionOf(slot),
  }
}

export function toVersion(
  version: DocumentVersion,
  decisions: readonly Decision[],
  linkTo: LinkTo,
): DocumentVersionResponse {
  return {
    ...toUpload(version, linkTo),
    decisions: decisions.map(({ status, reason_code, comment, decided_by, decided_at }) => ({
      status,
      reason_code,
      comment,
      decided_by,
      decided_at: decided_at.toISOString(),
    })),
  }
}

/** The current day (UTC), which determines whether documents have expired. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function toUpload(version: DocumentVersion, linkTo: LinkTo) {
  return {
    version: version.version,
    file: {
      name: version.file_name,
      content_type: version.content_type,
      size: version.size,
      sha256: version.sha256.toString('hex'),
    },
    number: version.number,
    issued_on: version.issued_on,
    expires_on: version.expires_on,
    comment: version.comment,
    uploaded_by: version.uploaded_by,
    uploaded_at: version.uploaded_at.toISOString(),
    download_url: linkTo(version),
  }
}

function decisionOf(slot: FilledSlot): DocumentResponse['decision'] {
  const { decision_status: status, decision_reason_code: reason, decided_by, decided_at } = slot
  // A withdrawn decision is part of the history but not a decision.
  if (status === null || status === 'pending' || decided_by === null || decided_at === null) return null
  return {
    status,
    reason_code: reason === 'bank_details_changed' ? null : reason,
    comment: slot.decision_comment,
    decided_by,
    decided_at: decided_at.toISOString(),
  }
}
