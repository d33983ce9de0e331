import { join } from 'node:path'
import { type Migration, readMigrations } from '../../server/platform/db/migrations.ts'

/** The migrations of this version and of an invented next one. */
export async function nextRelease(): Promise<Migration[]> {
  return [...(await readMigrations()), ...(await readMigrations(join(import.meta.dirname, 'next-release')))]
}
