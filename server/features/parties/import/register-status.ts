import { type Selectable, sql } from 'kysely'
import type {
  PartyRegisterResponse,
  RegisterImport,
} from '../../../../contract/organizations/party-register.ts'
import type { Db, Tables } from '../../../platform/db/database.ts'
import { isImportRunning } from './generation-store.ts'
import type { ImportedFile, ImportProgress } from './import-progress.ts'
import type { Rejection } from './rejections.ts'

type Row = Selectable<Tables['party_generations']>

/** The first generation is empty: a migration made it. */
const firstImport = 2

/** Whether there is anything to search. */
export async function hasRegister(db: Db): Promise<boolean> {
  const current = await db
    .selectFrom('party_generations')
    .select('generation')
    .where('state', '=', 'current')
    .where('parties', '>', 0)
    .executeTakeFirst()
  return current !== undefined
}

/** The content of the register, and the import that began last. */
export async function readPartyRegister(db: Db): Promise<PartyRegisterResponse> {
  const rows = await db
    .selectFrom('party_generations')
    .selectAll()
    .where('generation', '>=', firstImport)
    .where((where) =>
      where.or([
        where('state', '=', 'current'),
        where(
          'generation',
          '=',
          where.selectFrom('party_generations').select(({ fn }) => fn.max('generation').as('last')),
        ),
      ]),
    )
    .orderBy('generation')
    .execute()
  const running = await isImportRunning(db)
  const current = rows.find(({ state }) => state === 'current')
  const latest = rows.at(-1)
  return {
    parties: current?.parties ?? 0,
    current: current ? toImport(current, running) : null,
    latest: latest ? toImport(latest, running) : null,
  }
}

export async function readImport(db: Db, generation: number): Promise<RegisterImport> {
  const row = await db
    .selectFrom('party_generations')
    .selectAll()
    .where('generation', '=', generation)
    .executeTakeFirstOrThrow()
  return toImport(row, true)
}

/** An import whose process was killed has no lock any more. */
function toImport(row: Row, isRunning: boolean): RegisterImport {
  const progress = row.progress as Omit<ImportProgress, 'totalBytes'> | null
  const isBuilding = row.state === 'building' && isRunning
  const failure = row.failure as RegisterImport['failure']
  return {
    generation: row.generation,
    status: isBuilding ? 'running' : states[row.state],
    started_at: row.started_at.toISOString(),
    ended_at: row.finished_at?.toISOString() ?? null,
    started_by: row.started_by,
    files: (row.files as (Partial<ImportedFile> & { name: string })[]).map(
      ({ name, format = null, parties = 0, skipped = 0, rejected = 0 }) => ({
        name,
        format,
        parties,
        skipped,
        rejected,
      }),
    ),
    phase: isBuilding ? phaseOf(progress?.phase ?? 'reading') : null,
    read_bytes: progress?.bytes ?? 0,
    total_bytes: row.total_bytes ?? 0,
    parties: row.parties ?? progress?.parties ?? 0,
    skipped: row.skipped ?? progress?.skipped ?? 0,
    replaced: row.replaced ?? 0,
    rejected: row.rejected ?? progress?.rejected ?? 0,
    rejections: row.rejections as Rejection[],
    failure:
      row.state === 'building' && !isRunning
        ? { code: 'interrupted', detail: 'The import was interrupted.' }
        : failure,
  }
}

const states = { building: 'failed', current: 'published', retired: 'replaced', abandoned: 'failed' } as const

function phaseOf(phase: string): RegisterImport['phase'] {
  return phase === 'reading' || phase === 'publishing' ? phase : 'indexing'
}

/** The same for the command line, with the size of the tables. */
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
