import type { Db } from '../../../platform/db/database.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import { kybStop } from '../../purchase-requests/request/approval-gate.ts'
import { blockersInHits } from '../../screening/subjects/hit-blockers.ts'
import { isFuelForOthers } from './fuel.ts'
import { organizationStopped } from './transfer-failures.ts'
import type { Transfer } from './transfer-tables.ts'

/**
 * From an organization that is suspended or rejected, or that a list may name, nothing leaves but to its own wallets: it is
 * neither prepared nor signed, and what was signed before is given to nobody. A wallet whose key leaked can be emptied.
 */
export async function demandNoStop(
  db: Db,
  organizations: Pick<OrganizationRecords, 'require'>,
  {
    organization_id,
    to_ownership,
    client_id,
    fuel_for,
  }: Pick<Transfer, 'organization_id' | 'to_ownership' | 'client_id' | 'fuel_for'>,
): Promise<void> {
  const isForOthers = isFuelForOthers({ organization_id, fuel_for })
  if (to_ownership === 'own_wallet' && client_id === null && !isForOthers) return
  // Nobody is given coins for fees either while nothing may leave them.
  const involved = isForOthers && fuel_for !== null ? [organization_id, fuel_for] : [organization_id]
  for (const id of involved) {
    const organization = await organizations.require(db, id)
    const blockers = [...kybStop(organization), ...(await blockersInHits(db, id))]
    if (blockers.length > 0) throw organizationStopped(blockers)
  }
}
