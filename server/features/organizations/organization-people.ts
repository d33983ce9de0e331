import type { Fault } from '../../../contract/api/faults.ts'
import type { UpdateOrganizationRequest } from '../../../contract/organizations/organizations.ts'
import type { By } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The people of an organization, as far as the organization needs them. All is called under its lock. */
export interface OrganizationPeople {
  /** Why an update cannot set `director` or `contact`. */
  shownFaults(
    db: Db,
    locked: OrganizationRow,
    body: Pick<UpdateOrganizationRequest, 'director' | 'contact'>,
  ): Promise<Fault[]>
  /** Called after `director` or `contact` was changed. */
  shownChanged(
    db: Db,
    before: OrganizationRow,
    after: OrganizationRow,
    changed: readonly string[],
    by: By,
  ): Promise<void>
  /** Whether the owners of more than 25 % are named. */
  areOwnersNamed(db: Db, organizationId: string): Promise<boolean>
}
