import { sql } from 'kysely'
import type { ListKind } from '../../../../contract/organizations/screening.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { ListFormat } from '../lists/read-list.ts'
import type { ListEntry } from '../model/entry.ts'

/** A running import moves its lease ahead long before it ends. */
const leaseMs = 15_000
const manyEntries = 1_000n

export interface ImportCounts {
  added: number
  changed: number
  removed: number
}

export interface Comparison extends ImportCounts {
  /** How many entries the list has now, and would have. */
  before: number
  after: number
}

/** Begins an import, unless another one of the list is running. What dead imports left is removed. */
export async function beginImport(
  pool: Db,
  given: { list: string; forced: boolean; importedBy: string; at: Date },
): Promise<string | undefined> {
  const { list, forced, importedBy, at } = given
  return pool.transaction().execute(async (db) => {
    await removeDead(db, at)
    // An import that is about to commit its end would make the insert wait.
    if (await findRunning(db, list)) return undefined
    const row = await db
      .insertInto('screening_imports')
      .values({
        id: newId(),
        list,
        phase: 'reading',
        forced,
        started_at: at,
        lease_until: leaseFrom(at),
        imported_by: importedBy,
      })
      .onConflict((conflict) => conflict.column('list').where('outcome', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  })
}

async function removeDead(db: Db, at: Date): Promise<void> {
  const dead = await db
    .updateTable('screening_imports')
    .set({ outcome: 'abandoned', finished_at: at })
    .where('id', 'in', (query) =>
      query
        .selectFrom('screening_imports')
        .select('id')
        .where('outcome', 'is', null)
        .where('lease_until', '<', at)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  if (dead.length === 0) return
  await sql`
    delete from screening_staging
    where import_id not in (select id from screening_imports where outcome is null)
  `.execute(db)
}

function findRunning(db: Db, list: string) {
  return db
    .selectFrom('screening_imports')
    .select('id')
    .where('list', '=', list)
    .where('outcome', 'is', null)
    .executeTakeFirst()
}

/** The kind of a list; undefined if it was not imported yet. */
export async function findKind(db: Db, list: string): Promise<ListKind | undefined> {
  const row = await db
    .selectFrom('screening_lists')
    .select('kind')
    .where('name', '=', list)
    .executeTakeFirst()
  return row?.kind
}

const shownRemovals = 20

/** What people vote on beside the numbers: a checksum of all that was read, and the names of the first that would go. */
export async function describeStaged(
  db: Db,
  importId: string,
  list: string,
): Promise<{ hash: string; removed: string[]; weakened: number }> {
  const { rows: hashed } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(string_agg(entry_id || ' ' || hash, E'\n' order by entry_id), 'UTF8')), 'hex') as hash
    from screening_staging where import_id = ${importId}
  `.execute(db)
  const { rows: gone } = await sql<{ name: string }>`
    select coalesce(entry -> 'names' -> 0 ->> 'name', entry_id) as name from screening_entries as current
    where list = ${list} and until is null and not exists (
      select from screening_staging as staged
      where staged.import_id = ${importId} and staged.entry_id = current.entry_id
    )
    order by entry_id limit ${shownRemovals}
  `.execute(db)
  const { rows: lost } = await sql<{ entries: number }>`
    select count(*)::integer as entries from screening_entries as current
    join screening_staging as staged on staged.import_id = ${importId} and staged.entry_id = current.entry_id
    where current.list = ${list} and current.until is null and staged.hash <> current.hash and not (
      staged.entry::jsonb -> 'schema' = current.entry::jsonb -> 'schema'
      and staged.entry::jsonb -> 'names' @> (current.entry::jsonb -> 'names')
      and staged.entry::jsonb -> 'birthDates' @> (current.entry::jsonb -> 'birthDates')
      and staged.entry::jsonb -> 'identifiers' @> (current.entry::jsonb -> 'identifiers')
      and staged.entry::jsonb -> 'addresses' @> (current.entry::jsonb -> 'addresses')
    )
  `.execute(db)
  return {
    hash: hashed[0]?.hash as string,
    removed: gone.map(({ name }) => name),
    weakened: lost[0]?.entries as number,
  }
}

/** Called first in the transaction that ends an import: others wait until it ends. False if another one has taken its place. */
export async function lockPublishing(db: Db, id: string, list: string): Promise<boolean> {
  await db.selectFrom('screening_state').select('generation').forUpdate().execute()
  return (await findRunning(db, list))?.id === id
}

/** Shows how far the import is, and that it lives. False if another import has taken its place. */
export async function noteProgress(
  db: Db,
  id: string,
  progress: {
    phase?: 'comparing' | 'publishing'
    format?: ListFormat
    entries?: number
    rejected?: number
  } & Partial<ImportCounts>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('screening_imports')
    .set({ ...progress, lease_until: leaseFrom(at) })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Adds entries that were read. Returns the ids that were not there yet. */
export async function stageEntries(
  db: Db,
  importId: string,
  entries: readonly ListEntry[],
): Promise<Set<string>> {
  const { rows } = await sql<{ entry_id: string }>`
    insert into screening_staging (import_id, entry_id, hash, entry)
    select ${importId}, entry_id, hash, entry::jsonb
    from unnest(
      ${entries.map(({ id }) => id)}::text[],
      ${entries.map(({ hash }) => hash)}::text[],
      ${entries.map((entry) => JSON.stringify(entry))}::text[]
    ) as read (entry_id, hash, entry)
    on conflict do nothing
    returning entry_id
  `.execute(db)
  return new Set(rows.map(({ entry_id }) => entry_id))
}

/** How the entries that were read differ from the current ones. Only an import of the list changes those. */
export function compareStaged(pool: Db, importId: string, list: string): Promise<Comparison> {
  return pool.transaction().execute(async (db) => {
    await prepareForWhole(db)
    return compare(db, importId, list)
  })
}

async function compare(db: Db, importId: string, list: string): Promise<Comparison> {
  const { rows } = await sql<Comparison & { same_id: number }>`
    select
      count(*) as after,
      count(*) filter (where current.entry_id is null) as added,
      count(*) filter (where current.hash <> staged.hash) as changed,
      count(current.entry_id) as same_id,
      (select count(*) from screening_entries where list = ${list} and until is null) as before
    from screening_staging as staged
    left join screening_entries as current
      on current.list = ${list} and current.entry_id = staged.entry_id and current.until is null
    where staged.import_id = ${importId}
  `.execute(db)
  const { same_id, ...counts } = rows[0] as (typeof rows)[number]
  return { ...counts, removed: counts.before - same_id }
}

/**
 * For statements over whole lists: they take longer than any others of the service. PostgreSQL does not know yet how much
 * was staged and would look up each entry by itself, often through the wrong index.
 */
export async function prepareForWhole(db: Db): Promise<void> {
  await sql`
    select set_config('statement_timeout', '10min', true), set_config('lock_timeout', '10min', true),
      set_config('enable_nestloop', 'off', true)
  `.execute(db)
}

export async function nextGeneration(db: Db): Promise<number> {
  const { generation } = await db
    .updateTable('screening_state')
    .set({ generation: sql`generation + 1` })
    .returning('generation')
    .executeTakeFirstOrThrow()
  return generation
}

export async function saveList(
  db: Db,
  row: {
    name: string
    kind: ListKind
    format: ListFormat
    generation: number
    entries: number
    imported_by: string
  },
  at: Date,
): Promise<void> {
  const { name, ...values } = { ...row, published_at: at, checked_at: at }
  await db
    .insertInto('screening_lists')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Returns the generation of the list, which stays as it was. */
export async function markChecked(db: Db, list: string, kind: ListKind, at: Date): Promise<number> {
  const { generation } = await db
    .updateTable('screening_lists')
    .set({ checked_at: at, kind })
    .where('name', '=', list)
    .returning('generation')
    .executeTakeFirstOrThrow()
  return generation
}

/** Ends and begins entries so that those that were read are the current ones from this generation on. */
export async function writeEntries(
  db: Db,
  importId: string,
  list: string,
  generation: number,
): Promise<{ ended: number; begun: number }> {
  const { numAffectedRows: ended = 0n } = await sql`
    update screening_entries as current set until = ${generation}
    where list = ${list} and until is null and not exists (
      select from screening_staging as staged
      where staged.import_id = ${importId} and staged.entry_id = current.entry_id and staged.hash = current.hash
    )
  `.execute(db)
  const { numAffectedRows: begun = 0n } = await sql`
    insert into screening_entries (list, entry_id, since, hash, entry)
    select ${list}, entry_id, ${generation}, hash, entry
    from screening_staging as staged
    where import_id = ${importId} and not exists (
      select from screening_entries as current
      where current.list = ${list} and current.entry_id = staged.entry_id and current.until is null
    )
  `.execute(db)
  // All nodes read the list right after the commit, page by page. Without statistics PostgreSQL would sort it for each page.
  if (begun > manyEntries) await sql`select analyze_screening_entries()`.execute(db)
  return { ended: Number(ended), begun: Number(begun) }
}

/** Ends an import that has not ended yet, and removes what it has read. False if it had ended. */
export async function endImport(
  db: Db,
  id: string,
  row: {
    outcome: 'published' | 'unchanged' | 'repeated' | 'refused' | 'failed'
    generation?: number
    format?: ListFormat | null
    entries?: number
    rejected?: number
  } & Partial<ImportCounts>,
  at: Date,
): Promise<boolean> {
  await db.deleteFrom('screening_staging').where('import_id', '=', id).execute()
  const { numUpdatedRows } = await db
    .updateTable('screening_imports')
    .set({ ...row, finished_at: at })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Imports that are running. One whose process was killed is shown until its lease has ended. */
export async function findRunningImports(db: Db, at: Date) {
  return db
    .selectFrom('screening_imports')
    .select(['list', 'phase', 'entries', 'started_at'])
    .where('outcome', 'is', null)
    .where('lease_until', '>=', at)
    .orderBy('list')
    .execute()
}

function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + leaseMs)
}
