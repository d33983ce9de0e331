import type { Db } from '../../../platform/db/database.ts'
import type { Destination, Destinations } from '../../address-book/destination.ts'
import type { OwnOrganizations } from '../../organizations/own-organizations.ts'
import type { Transfer } from './transfer-tables.ts'

/**
 * The wallet that a top-up goes to: a current one of its organization. Undefined if it was replaced. Only an own organization
 * pays for others.
 */
export async function destinationOfFuel(
  db: Db,
  {
    destinations,
    ownOrganizations,
  }: { destinations: Pick<Destinations, 'find'>; ownOrganizations: Pick<OwnOrganizations, 'demand'> },
  {
    organization_id,
    fuel_for,
    address_id,
  }: Pick<Transfer, 'organization_id' | 'address_id'> & { fuel_for: string },
): Promise<Destination | undefined> {
  await ownOrganizations.demand(db, organization_id)
  const found = await destinations.find(db, fuel_for, address_id)
  if (found?.evidence.ownership !== 'own_wallet') return undefined
  // The thread that signs derives it from the mnemonic of that organization.
  return { ...found, evidence: { ...found.evidence, organization_id: fuel_for } }
}

/** Whether it fills up a wallet of somebody else: coins that leave the desk. */
export function isFuelForOthers({
  organization_id,
  fuel_for,
}: Pick<Transfer, 'organization_id' | 'fuel_for'>): boolean {
  return fuel_for !== null && fuel_for !== organization_id
}
