import type { Db } from '../../platform/db/database.ts'

/** The numbers of requests, by id. */
export async function requestNumbers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase_requests')
    .select(['id', 'number'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
