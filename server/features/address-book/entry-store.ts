import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import { hasOneOfEnds, type TextEnds } from '../../platform/db/text-ends.ts'
import type { EntryRow } from './address-book-tables.ts'

export async function insertEntry(db: Db, entry: EntryRow): Promise<void> {
  await db.insertInto('address_book_entries').values(entry).execute()
}

export function findEntry(db: Db, organizationId: string, id: string): Promise<EntryRow | undefined> {
  return db
    .selectFrom('address_book_entries')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** The entry of an account that was not removed. */
export function findLivingEntry(
  db: Db,
  { organizationId, network, account }: { organizationId: string; network: Network; account: string },
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('address_book_entries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .where('account', '=', account)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The entries whose accounts begin or end like this, of whichever organization, also those that were removed. */
export function listEntriesWithEnds(db: Db, network: Network, ends: TextEnds): Promise<EntryRow[]> {
  return db
    .selectFrom('address_book_entries')
    .selectAll()
    .where('network', '=', network)
    .where(hasOneOfEnds('account', ends))
    .execute()
}

/** Newest first, also those that were removed. */
export function listEntries(db: Db, organizationId: string, network?: Network): Promise<EntryRow[]> {
  return db
    .selectFrom('address_book_entries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(network !== undefined, (query) => query.where('network', '=', network as Network))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function markRemoved(
  db: Db,
  id: string,
  removal: Pick<EntryRow, 'removed_by' | 'removed_by_name' | 'removed_at'>,
): Promise<void> {
  await db.updateTable('address_book_entries').set(removal).where('id', '=', id).execute()
}
