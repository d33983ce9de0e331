import type { Db } from '../../platform/db/database.ts'

/** The addresses of these wallets, by id. */
export async function walletAddresses(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('wallets').select(['id', 'address']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, address }) => [id, address]))
}
