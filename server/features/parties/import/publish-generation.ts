import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { GenerationCounts } from './generation-store.ts'
import type { ImportedFile } from './party-import.ts'

/**
 * Puts the finished generation in the place of the current one, in the caller's transaction. Searches go on in the
 * old one until the commit, and ask again when they find it gone. Whoever saves an organization holds the row of
 * the current generation, so `is_in_register` is decided for each organization either before this or after it.
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
  await sql`
    update party_organizations as o set is_in_register = not is_in_register
    where is_in_register <> exists (
      select from ${sql.table(`parties_${generation}`)} as p where p.inn = o.inn
    )
  `.execute(db)
  await db
    .updateTable('party_generations')
    .set({ state: 'retired' })
    .where('generation', '=', old.generation)
    .execute()
  await db
    .updateTable('party_generations')
    .set({ state: 'current', finished_at: at, files: JSON.stringify(files), ...counts })
    .where('generation', '=', generation)
    .execute()
  // Last, because from here on searches wait until the commit.
  await sql`select drop_party_generation(${old.generation})`.execute(db)
}
