import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { adaptToGeneration } from '../index/organization-index-store.ts'
import type { GenerationCounts } from './generation-store.ts'
import type { ImportedFile } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'

/**
 * Makes a finished generation the current one, in the caller's transaction. Searches use the old one until the commit and
 * start again when its tables are gone. A transaction that saves an organization locks the row of the current
 * generation, so whether an organization is in the register is decided before or after this, never in between.
 */
export async function publishGeneration(
  db: Db,
  generation: number,
  counts: GenerationCounts,
  files: ImportedFile[],
  at: Date,
): Promise<void> {
  const old = await db
    .selectFrom('party_generations')
    .select('generation')
    .where('state', '=', 'current')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await adaptToGeneration(db, generation)
  await db
    .updateTable('party_generations')
    .set({ state: 'retired' })
    .where('generation', '=', old.generation)
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('party_generations')
    .set({ state: 'current', finished_at: at, files: JSON.stringify(files), ...counts })
    .where('generation', '=', generation)
    .where('state', '=', 'building')
    .executeTakeFirst()
  // Whoever lost the lock of imports, with its connection, may have been cleaned away by the next import.
  if (numUpdatedRows !== 1n) throw new ImportRefused('interrupted', 'The import was interrupted.')
  // Last, because from here on searches wait until the commit.
  await sql`select drop_party_generation(${old.generation})`.execute(db)
}
