import type { Db } from '../../platform/db/database.ts'

/** Living entries, as a subquery for features that join it. */
export function bookDestinations(db: Db) {
  return db
    .selectFrom('address_book_entries')
    .select(['id', 'organization_id', 'address', 'label'])
    .where('removed_at', 'is', null)
}
