import { service } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { DocumentExpiry } from '../organizations/organization-list.ts'
import { summaryChanged } from './document-slots.ts'
import { findSlot } from './document-store.ts'

/** Called by the organizations feature. A separate file, because the documents feature itself needs organizations. */
export function createExpiryFollower({ now }: { now: () => Date }): DocumentExpiry {
  return {
    /** Records that documents have expired, which changes their responses and those of their organizations. */
    async expired(db, documents) {
      const at = now()
      for (const { organization, kind } of documents) {
        const slot = await findSlot(db, organization.id, kind)
        if (!slot) continue
        recordChange(db, service, {
          action: 'document.expired',
          object: { type: 'document', id: slot.id },
          organizationId: organization.id,
          version: slot.version,
          alsoChanged: summaryChanged(organization),
          details: { kind, version: slot.version, expires_on: slot.expires_on },
          at,
        })
      }
    },
  }
}
