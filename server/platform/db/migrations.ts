import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ownFolder = join(import.meta.dirname, '../../../migrations')

export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the file, as recorded in the table `migrations` when it is applied. */
  checksum: string
}

/**
 * A file that begins with this line is one `create index concurrently`: it runs outside of transactions, while the
 * service works. `index-building.ts` builds such indexes after the start; only an empty database gets them at once.
 */
const lateMark = /^-- built after the start$/m

export function isBuiltLater({ sql }: Migration): boolean {
  return lateMark.test(sql.split('\n', 1)[0] as string)
}

/** For an empty database: nobody waits for an index of tables without rows. */
export function withoutConcurrency(migration: Migration): string {
  return isBuiltLater(migration) ? migration.sql.replace(/\bindex concurrently\b/i, 'index') : migration.sql
}

/** All migrations of a folder, in the order in which they are applied. */
export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

export const createMigrationsTable = `
create table migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
comment on table migrations is 'Migrations that were applied to this database.';
comment on column migrations.name is 'File name.';
comment on column migrations.checksum is 'SHA-256 of the file.';
comment on column migrations.applied_at is 'Time of the migration.';
`

/** Advisory lock for work that only one node may do when several start at the same time. */
export const migrationLock = 727_001
