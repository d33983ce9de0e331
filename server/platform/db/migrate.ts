import { sql } from 'kysely'
import { StartRefused } from '../errors.ts'
import type { Db } from './database.ts'
import { createMigrationsTable, type Migration, migrationLock, readMigrations } from './migrations.ts'

const objectInUse = '55006'

/** Applies all pending migrations, in the order of their file names and in one transaction. */
export async function migrate(db: Db, given?: Migration[]): Promise<string[]> {
  const migrations = given ?? (await readMigrations())

  return db.transaction().execute(async (db) => {
    // If two nodes start at the same time, the second waits here and then finds nothing to do.
    await sql`set local lock_timeout = 0`.execute(db)
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
    const applied = await readApplied(db)
    refuseOtherHistory(migrations, applied)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const { name, sql: text, checksum } of pending) {
      await sql.raw(text).execute(db).catch(refuseBeside)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(db)
    }
    return pending.map(({ name }) => name)
  })
}

/** A migration can ask that no node of the release before is connected. */
function refuseBeside(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code === objectInUse) throw new StartRefused(message)
  throw error
}

/** Name and checksum of each migration that was applied to this database. */
async function readApplied(db: Db): Promise<Map<string, string>> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped
  `.execute(db)
  if (columns.length > 0 && !columns.some(({ name }) => name === 'checksum')) {
    throw new StartRefused(
      'The database was created by a version before 1.0.0 and cannot be upgraded: use an empty database (another KONTOR_DATA_DIR or DATABASE_URL).',
    )
  }
  if (columns.length === 0) await sql.raw(createMigrationsTable).execute(db)
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from migrations
  `.execute(db)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function refuseOtherHistory(migrations: Migration[], applied: Map<string, string>): void {
  for (const [name, checksum] of applied) {
    const migration = migrations.find((migration) => migration.name === name)
    if (!migration) {
      throw new StartRefused(
        `The database was used by a newer version (it has the migration ${name}): start that version or a later one.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new StartRefused(
        `The migration ${name} differs from the one that was applied to this database: use the files of that version, or an empty database.`,
      )
    }
  }
}

/** PostgreSQL 15 is the oldest version with `nulls not distinct`. */
export async function refuseOldServer(db: Db): Promise<void> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < 15) throw new StartRefused(`DATABASE_URL names PostgreSQL ${major}; 15 or newer is required.`)
}
