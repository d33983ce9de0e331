import { actorOf, type By, recordChange, tell } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { BankDetailsFollower } from '../organizations/organization-service.ts'
import { toDocument } from './document-responses.ts'
import { showSlot, summaryChanged } from './document-slots.ts'
import * as store from './document-store.ts'

const kind = 'bank-details'

/** Called by the organizations feature. A separate file, because the documents feature itself needs organizations. */
export function createBankDetailsFollower({
  now,
  organizations,
}: {
  now: () => Date
  organizations: Pick<OrganizationRecords, 'change'>
}): BankDetailsFollower {
  return {
    /**
     * When the bank details change, an approved bank-details document becomes pending again. Called in the transaction
     * of the change, which has locked the row of the organization.
     */
    async bankDetailsChanged(db: Db, organization, by: By) {
      const organizationId = organization.id
      const decider = actorOf(by)
      const slot = await store.findSlot(db, organizationId, kind)
      if (slot?.status !== 'approved') return organization
      const at = now()
      const reason_code = 'bank_details_changed' as const
      await store.insertDecision(
        db,
        { organizationId, kind },
        {
          id: newId(),
          version_id: slot.id,
          status: 'pending',
          reason_code,
          comment: null,
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
        version: slot.version,
        alsoChanged: summaryChanged(organization),
        details: { kind, version: slot.version, reason_code },
        at,
      })
      return changed
    },
  }
}
