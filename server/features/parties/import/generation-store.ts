import { sql } from 'kysely'
import type pg from 'pg'
import type { RegisterFailure } from '../../../../contract/organizations/party-register.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { actorText } from '../../../platform/stored-actor.ts'
import type { ImportProgress } from './import-progress.ts'
import type { Rejection } from './rejections.ts'
import type { OpenedFile } from './sources.ts'

// An advisory lock of the running import's session: two imports never run at once, and a dead one no longer has it.
const importLock = 727_030

export interface GenerationCounts {
  parties: number
  skipped: number
  replaced: number
  rejected: number
}

/** Whether no other import runs. If so, none can start until this connection closes. */
export async function lockImports(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [importLock])
  return rows[0].locked
}

export async function isImportRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${importLock} and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as running
  `.execute(db)
  return rows[0]?.running ?? false
}

/**
 * Gives sorting and index builds memory, as much as the machine of PostgreSQL has: the service is on the same one, or
 * knows nothing of it, so the size of the shared buffers tells (an eighth of the memory where PostgreSQL is embedded).
 * PostgreSQL notices within seconds when the importer was killed.
 */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(`
    set statement_timeout = 0;
    set lock_timeout = 0;
    set client_connection_check_interval = '2s';
    set synchronous_commit = off;
    set jit = off;
    -- PostgreSQL 18 builds a GIN index with several processes, each from sorted batches. Batches of 32 MB fit the cache of
    -- the processor. Earlier versions use one process, which reads the whole index for every batch.
    set max_parallel_maintenance_workers = 3;
    with buffers as (select pg_size_bytes(current_setting('shared_buffers')) / 1024 as kilobytes)
    select set_config('work_mem', least(262144, kilobytes / 2) || 'kB', false),
      set_config('maintenance_work_mem',
        case when current_setting('server_version_num')::integer >= 180000 then least(131072, kilobytes)
          else least(1048576, kilobytes * 2) end || 'kB', false)
    from buffers;
  `)
}

/** Removes the tables of dead imports. Must be called with the lock: then every generation being built is dead. */
export async function removeLeftovers(client: pg.Client, at: Date): Promise<void> {
  const failure = { code: 'interrupted', detail: 'The import was interrupted.' }
  await client.query(
    `select drop_party_generation(generation) from party_generations where state = 'building'`,
  )
  await client.query(
    `update party_generations set state = 'abandoned', finished_at = $1, failure = $2 where state = 'building'`,
    [at, JSON.stringify(failure)],
  )
}

export async function startGeneration(
  client: pg.Client,
  { files, by, at }: { files: readonly OpenedFile[]; by: Actor; at: Date },
): Promise<number> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  await client.query('begin')
  const { rows } = await client.query(
    `insert into party_generations (state, started_at, files, started_by, total_bytes)
     values ('building', $1, $2, $3, $4) returning generation`,
    [at, JSON.stringify(files.map(({ name }) => ({ name }))), actorText(by), total],
  )
  await client.query('select create_party_staging($1)', [rows[0].generation])
  await client.query('commit')
  return rows[0].generation
}

/** For whoever looks at the import. */
export async function noteProgress(
  client: pg.Client,
  generation: number,
  { phase, bytes, parties, skipped, rejected }: ImportProgress,
  rejections: readonly Rejection[],
): Promise<void> {
  await client.query(`update party_generations set progress = $2, rejections = $3 where generation = $1`, [
    generation,
    JSON.stringify({ phase, bytes, parties, skipped, rejected }),
    JSON.stringify(rejections),
  ])
}

/** Of rows with the same INN, OGRN and KPP only the last one stays. Returns the number of rows removed. */
export async function removeReplaced(client: pg.Client, generation: number): Promise<number> {
  const { rowCount } = await client.query(`
    delete from party_staging_${generation} as staged
    using (
      select inn, ogrn, kpp, max(seq) as last from party_staging_${generation}
      group by inn, ogrn, kpp having count(*) > 1
    ) as duplicate
    where staged.inn = duplicate.inn and staged.ogrn = duplicate.ogrn and staged.kpp is not distinct from duplicate.kpp
      and staged.seq <> duplicate.last
  `)
  return rowCount ?? 0
}

/** The statements that make the final tables of the staged rows, each with its phase. */
export function buildSteps(generation: number): { phase: string; sql: string }[] {
  return [
    { phase: 'sorting', sql: `select create_party_table(${generation})` },
    { phase: 'indexing numbers', sql: `select index_party_table(${generation})` },
    { phase: 'indexing typos', sql: `select index_party_vocabulary(${generation})` },
  ]
}

export async function abandonGeneration(
  client: pg.Client,
  generation: number,
  failure: { code: RegisterFailure; detail: string },
  at: Date,
): Promise<void> {
  await client.query('select drop_party_generation($1)', [generation])
  await client.query(
    `update party_generations set state = 'abandoned', finished_at = $2, failure = $3
     where generation = $1 and state = 'building'`,
    [generation, at, JSON.stringify(failure)],
  )
}
