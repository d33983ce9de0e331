import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { StartRefused } from '../errors.ts'
import type { Db } from './database.ts'
import {
  createMigrationsTable,
  isBuiltLater,
  type Migration,
  migrationLock,
  readMigrations,
  withoutConcurrency,
} from './migrations.ts'
import { LockTimeout } from './primary/availability.ts'
import { grantServiceRights } from './service-rights.ts'

const objectInUse = '55006'

/**
 * How long a migration waits for a table that somebody uses. Whoever comes after it waits behind it, so a backup that reads
 * a table for minutes would stop the nodes that still run.
 */
const lockWaitMs = 1_000
const pauseMs = 2_000

/**
 * Applies all pending migrations, in the order of their file names and in one transaction. Returns their names. Indexes
 * that are built later are left to the service. `db` is that of the owner of the tables; if the service has a role of its
 * own, that of `service`, it is given its rights.
 */
export async function migrate(
  db: Db,
  given?: Migration[],
  log?: Logger,
  service: Db = db,
): Promise<string[]> {
  const migrations = given ?? (await readMigrations())
  for (;;) {
    try {
      return await applyPending(db, migrations, log, service)
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error
      log?.warn(
        'a table is in use by a long transaction: nothing was changed, the migrations are tried again',
      )
      await wait(pauseMs)
    }
  }
}

function applyPending(
  owner: Db,
  migrations: Migration[],
  log: Logger | undefined,
  service: Db,
): Promise<string[]> {
  return owner.transaction().execute(async (db) => {
    // If two nodes start at the same time, the second waits here and then finds nothing to do.
    await sql`set local lock_timeout = 0`.execute(db)
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
    await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(db)
    const applied = await readApplied(db)
    refuseOtherHistory(migrations, applied)
    const isEmpty = applied.size === 0
    const pending = migrations.filter(
      (migration) => !applied.has(migration.name) && (isEmpty || !isBuiltLater(migration)),
    )
    for (const [index, migration] of pending.entries()) {
      const { name, checksum } = migration
      const place = { migration: name, number: index + 1, of: pending.length }
      log?.info(place, 'a migration begins')
      const since = performance.now()
      await sql.raw(withoutConcurrency(migration)).execute(db).catch(refuseBeside)
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(db)
      log?.info({ ...place, milliseconds: Math.round(performance.now() - since) }, 'a migration is done')
    }
    if (service !== owner) await grantServiceRights(db, service)
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
