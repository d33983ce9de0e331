import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/db/database.ts'

// Held by the session of the running import, so that two never build at once and a dead one is known by its absence.
const importLock = 727_030

export interface GenerationCounts {
  parties: number
  skipped: number
  replaced: number
  rejected: number
}

/** Waits until no import runs; none can start until this connection closes. */
export async function waitForImports(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [importLock])
}

/** Whether no other import runs; if so, none can start until this connection closes. */
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

/** Sorting and index builds get memory, and PostgreSQL notices within seconds when the importer was killed. */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query(`
    set statement_timeout = 0;
    set lock_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set client_connection_check_interval = '2s';
    set synchronous_commit = off;
    set work_mem = '256MB';
    set jit = off;
    -- From 18 on, several processes build a GIN index, each from sorted batches: of 32 MB each, a batch stays in the
    -- cache of the processor. Before that, one process goes through the whole index for every batch.
    set max_parallel_maintenance_workers = 3;
    select set_config('maintenance_work_mem',
      case when current_setting('server_version_num')::integer >= 180000 then '128MB' else '1GB' end, false);
  `)
}

/** Removes what imports that died have left. Only called under the lock, so whatever is being built is dead. */
export async function removeLeftovers(client: pg.Client): Promise<void> {
  await client.query(`
    select drop_party_generation(generation) from party_generations where state = 'building';
    update party_generations set state = 'abandoned' where state = 'building';
  `)
}

export async function startGeneration(client: pg.Client, files: string[], at: Date): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query(
    `insert into party_generations (state, started_at, files) values ('building', $1, $2) returning generation`,
    [at, JSON.stringify(files.map((name) => ({ name })))],
  )
  await client.query('select create_party_staging($1)', [rows[0].generation])
  await client.query('commit')
  return rows[0].generation
}

/** Of rows with the same INN, OGRN and KPP the last one read stays. Gives the number of those removed. */
export async function removeReplaced(client: pg.Client, generation: number): Promise<number> {
  const { rowCount } = await client.query(`
    delete from party_staging_${generation} as s
    using (
      select inn, ogrn, kpp, max(seq) as last from party_staging_${generation}
      group by inn, ogrn, kpp having count(*) > 1
    ) as d
    where s.inn = d.inn and s.ogrn = d.ogrn and s.kpp is not distinct from d.kpp and s.seq <> d.last
  `)
  return rowCount ?? 0
}

/** What makes the finished tables of what was read: each step by its name for the progress. */
export function buildSteps(generation: number): { name: string; sql: string }[] {
  const table = `parties_${generation}`
  const vocabulary = `party_vocabulary_${generation}`
  return [
    { name: 'sorting', sql: `select create_party_table(${generation})` },
    { name: 'sorting', sql: `drop table party_staging_${generation}` },
    // Nothing in them ever changes: a vacuum would only read them through while people search.
    { name: 'sorting', sql: `alter table ${table} set (autovacuum_enabled = off)` },
    { name: 'sorting', sql: `alter table ${vocabulary} set (autovacuum_enabled = off)` },
    { name: 'indexing numbers', sql: `alter table ${table} add primary key (n)` },
    { name: 'indexing numbers', sql: `create index on ${table} (inn)` },
    { name: 'indexing numbers', sql: `create index on ${table} (ogrn)` },
    { name: 'indexing typos', sql: `create index on ${vocabulary} using gin (deletions)` },
    { name: 'analyzing', sql: `analyze ${table} (n, rank, inn, ogrn)` },
    { name: 'analyzing', sql: `analyze ${vocabulary}` },
  ]
}

export async function abandonGeneration(client: pg.Client, generation: number): Promise<void> {
  await client.query(`
    select drop_party_generation(${generation});
    update party_generations set state = 'abandoned' where generation = ${generation} and state = 'building';
  `)
}
