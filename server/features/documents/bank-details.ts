import type { By } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { BankDetailsFollower } from '../organizations/organization-service.ts'
import * as store from './document-store.ts'
import { reopenDocument } from './reopen-document.ts'

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
      const slot = await store.findSlot(db, organization.id, kind)
      if (slot?.status !== 'approved') return organization
      const reason_code = 'bank_details_changed' as const
      return reopenDocument(db, { organizations, by, at: now() }, organization, slot, { reason_code })
    },
  }
}
