import type { Db } from '../../platform/db/database.ts'

export interface KnownBank {
  name: string
  place: string | null
  correspondent_account: string | null
}

/** What the register says of these banks; those that it does not have are left out. */
export async function banksByBik(db: Db, biks: readonly string[]): Promise<Map<string, KnownBank>> {
  if (biks.length === 0) return new Map()
  const rows = await db
    .selectFrom('banks')
    .select(['bik', 'name', 'place', 'correspondent_account'])
    .where('bik', 'in', biks)
    .execute()
  return new Map(rows.map(({ bik, ...bank }) => [bik, bank]))
}
