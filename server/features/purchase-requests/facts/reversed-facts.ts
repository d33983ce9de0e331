import type { Db } from '../../../platform/db/database.ts'

/** Those of these payments, deliveries or refunds that were reversed. */
export async function listReversed(
  db: Db,
  table: 'payments' | 'deliveries' | 'refunds',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where('reversed_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
