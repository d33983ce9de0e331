import { isId } from '../../../contract/api/common.ts'
import type { Db } from '../../platform/db/database.ts'

/** Where a wallet is, and whose it is. `id` may be any text. */
export async function findWalletPlace(db: Db, id: string) {
  return isId(id)
    ? db
        .selectFrom('wallets')
        .select(['id', 'organization_id', 'network', 'address'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
}

/** The wallets of these organizations, of all generations. */
export function walletsOfOrganizations(db: Db, organizationIds: readonly string[]) {
  return db
    .selectFrom('wallets')
    .select(['id', 'organization_id', 'network', 'address', 'created_at'])
    .where('organization_id', 'in', organizationIds)
    .orderBy('id')
    .execute()
}
