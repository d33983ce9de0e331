import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isImportRunning } from './generation-store.ts'
import type { ImportedFile } from './import-progress.ts'

/** The content of the register and the running import, if there is one. A killed import is not reported as running. */
export async function readRegisterStatus(db: Db) {
  const rows = await db
    .selectFrom('party_generations')
    .selectAll()
    .where('state', 'in', ['current', 'building'])
    .execute()
  const current = rows.find(({ state }) => state === 'current')
  if (!current) throw new Error('the register has no current generation')
  const building = (await isImportRunning(db)) ? rows.find(({ state }) => state === 'building') : undefined
  const { rows: sizes } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(to_regclass(part || ${current.generation})))::bigint as bytes
    from unnest(array['parties_', 'party_vocabulary_', 'party_prefixes_', 'party_lists_', 'party_words_']) as part
  `.execute(db)
  return {
    current: {
      generation: current.generation,
      parties: current.parties ?? 0,
      skipped: current.skipped ?? 0,
      replaced: current.replaced ?? 0,
      rejected: current.rejected ?? 0,
      finished_at: current.finished_at?.toISOString() ?? null,
      files: current.files as ImportedFile[],
    },
    bytes: sizes[0]?.bytes ?? 0,
    running: building && {
      started_at: building.started_at.toISOString(),
      files: (building.files as { name: string }[]).map(({ name }) => name),
    },
  }
}
