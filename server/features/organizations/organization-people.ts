import type { Fault } from '../../../contract/faults.ts'
import type { UpdateOrganizationRequest } from '../../../contract/organizations.ts'
import type { Actor } from '../../platform/actor.ts'
import type { AuditEntry } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The people of an organization, as far as the organization needs them. All is called under its lock. */
export interface OrganizationPeople {
  /** Why an update cannot set `director` or `contact`. */
  shownFaults(
    db: Db,
    held: OrganizationRow,
    body: Pick<UpdateOrganizationRequest, 'director' | 'contact'>,
  ): Promise<Fault[]>
  /** Called after `director` or `contact` was changed. Returns audit entries, to be appended by the caller. */
  shownChanged(
    db: Db,
    before: OrganizationRow,
    after: OrganizationRow,
    changed: readonly string[],
    actor: Actor,
  ): Promise<AuditEntry[]>
  /** Whether the owners of more than 25 % are named. */
  areOwnersNamed(db: Db, organizationId: string): Promise<boolean>
}
