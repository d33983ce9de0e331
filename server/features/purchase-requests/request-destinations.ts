import type { Db } from '../../platform/db/database.ts'

/**
 * Requests with an address to which coins are sent and that is in no address book, where it is a party of its own: a
 * subquery for features that join it.
 */
export function requestDestinations(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'organization_id', 'destination_address'])
    .where('destination_address', 'is not', null)
    .where('address_id', 'is', null)
    .$narrowType<{ destination_address: string }>()
}
