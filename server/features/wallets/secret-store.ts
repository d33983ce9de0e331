import type { Db } from '../../platform/db/database.ts'

export async function recentReads(db: Db, administratorId: string, since: Date): Promise<Date[]> {
  const row = await db
    .selectFrom('secret_read_limits')
    .select('reads')
    .where('administrator_id', '=', administratorId)
    .executeTakeFirst()
  return within(row?.reads, since)
}

/** The same, but locks the row until the end of the transaction, so that simultaneous reads are counted one by one. */
export async function lockRecentReads(db: Db, administratorId: string, since: Date): Promise<Date[]> {
  const row = await db
    .insertInto('secret_read_limits')
    .values({ administrator_id: administratorId })
    .onConflict((conflict) =>
      conflict.column('administrator_id').doUpdateSet({ administrator_id: administratorId }),
    )
    .returning('reads')
    .executeTakeFirstOrThrow()
  return within(row.reads, since)
}

export async function setReads(db: Db, administratorId: string, reads: Date[]): Promise<void> {
  await db
    .updateTable('secret_read_limits')
    .set({ reads })
    .where('administrator_id', '=', administratorId)
    .execute()
}

function within(reads: Date[] | undefined, since: Date): Date[] {
  return (reads ?? []).filter((read) => read > since)
}
