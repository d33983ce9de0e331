import type { Db } from '../../platform/db/database.ts'

/** The newest signed transfer to each of these entries of address books, by the id of the entry. */
export async function signedTransfersTo(
  db: Db,
  entries: readonly { id: string; organization_id: string }[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'address_id'])
    .where(
      'organization_id',
      'in',
      entries.map(({ organization_id }) => organization_id),
    )
    .where(
      'address_id',
      'in',
      entries.map(({ id }) => id),
    )
    .where('signed_at', 'is not', null)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, address_id }) => [address_id, id]))
}
