import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartRefused } from '../errors.ts'
import type { Db } from './database.ts'

const folder = join(import.meta.dirname, '../../migrations')

/** The names of the migrations, in the order in which they are applied. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

export function migrationPath(name: string): string {
  return join(folder, name)
}

/** Everything that must happen once for several nodes that start together happens under this advisory lock. */
export const migrationLock = 727_001

/** Applies, in file-name order and in one transaction, every migration not yet recorded. */
export async function migrate(db: Db): Promise<string[]> {
  const files = await migrationFiles()

  return db.transaction().execute(async (db) => {
    // Two servers starting together: the second waits here, then finds nothing to do.
    await sql`set local lock_timeout = 0`.execute(db)
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      db,
    )
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
    const unknown = rows.filter((row) => !files.includes(row.name))
    if (unknown.length > 0) {
      throw new StartRefused(
        `The database was used by a newer version (it knows the migration ${unknown[0]?.name}): start that version or a later one.`,
      )
    }
    const pending = files.filter((name) => !rows.some((row) => row.name === name))

    for (const name of pending) {
      await sql.raw(await readFile(migrationPath(name), 'utf8')).execute(db)
      await sql`insert into migrations (name) values (${name})`.execute(db)
    }
    return pending
  })
}

/** The oldest PostgreSQL that knows `nulls not distinct` is 15. */
export async function refuseOldServer(db: Db): Promise<void> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < 15) throw new StartRefused(`DATABASE_URL names a PostgreSQL ${major}; 15 or newer is needed.`)
}
