import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PaperFile, PaperRow } from './paper-tables.ts'

/**
 * Leases the paper that has waited longest, until `until`. No other node gets it before then; if this one dies, another
 * one gets it afterwards.
 */
export async function leasePaper(
  db: Db,
  { at, until }: { at: Date; until: Date },
): Promise<PaperRow | undefined> {
  return db
    .updateTable('papers')
    .set({ render_at: until, render_attempts: sql`render_attempts + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('papers')
        .select('id')
        .where('render_at', '<=', at)
        .orderBy('render_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** After a failure: the next attempt, unless another node has made the PDF. */
export async function postpone(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('papers')
    .set({ render_at: until })
    .where('id', '=', id)
    .where('render_at', 'is not', null)
    .execute()
}

/** False if the paper has its file already: then the new blob belongs to nothing. */
export async function insertFile(db: Db, file: PaperFile): Promise<boolean> {
  const inserted = await db
    .insertInto('paper_files')
    .values(file)
    .onConflict((conflict) => conflict.constraint('paper_files_paper_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await db.updateTable('papers').set({ render_at: null }).where('id', '=', file.paper_id).execute()
  return true
}
