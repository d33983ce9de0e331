import { actorOf, type By, recordChange, tell } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { toDocument } from './document-responses.ts'
import { showSlot, summaryChanged } from './document-slots.ts'
import * as store from './document-store.ts'

type Organization = Awaited<ReturnType<OrganizationRecords['lock']>>

/**
 * Withdraws the decision in force, so that the document waits for a review again. Called with the row of the organization
 * held. Returns the organization, which counts its documents.
 */
export async function reopenDocument(
  db: Db,
  { organizations, by, at }: { organizations: Pick<OrganizationRecords, 'change'>; by: By; at: Date },
  organization: Organization,
  slot: store.FilledSlot,
  {
    reason_code = null,
    comment = null,
  }: { reason_code?: 'bank_details_changed' | null; comment?: string | null },
): Promise<Organization> {
  const { kind, version, status: from } = slot
  const organizationId = organization.id
  const decider = actorOf(by)
  await store.insertDecision(
    db,
    { organizationId, kind },
    {
      id: newId(),
      version_id: slot.id,
      status: 'pending',
      reason_code,
      comment,
      decided_by: decider.id ?? decider.name,
      decided_at: at,
    },
  )
  const changed = await showSlot(db, organizations, organization, kind, { ...slot, status: 'pending' })
  const reopened = { ...slot, status: 'pending' as const, decision_status: null }
  const { download_url, ...data } = toDocument(reopened, at, () => null)
  const object = { type: 'document', id: slot.id }
  tell(db, { type: 'document.reviewed', object, organizationId, data, at })
  recordChange(db, by, {
    action: 'document.reopened',
    object,
    organizationId,
    version,
    alsoChanged: summaryChanged(organization),
    details: { kind, version, from, ...(reason_code && { reason_code }) },
    at,
  })
  return changed
}
