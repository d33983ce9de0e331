import type { Db } from '../../platform/db/database.ts'

/** The wallets of these organizations, of all generations. */
export function walletsOfOrganizations(db: Db, organizationIds: readonly string[]) {
  return db
    .selectFrom('wallets')
    .select(['id', 'organization_id', 'network', 'address'])
    .where('organization_id', 'in', organizationIds)
    .orderBy('id')
    .execute()
}
