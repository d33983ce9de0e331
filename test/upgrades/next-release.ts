import { join } from 'node:path'
import pino from 'pino'
import type { PooledDb } from '../../server/platform/db/database.ts'
import { createIndexBuilding } from '../../server/platform/db/index-building.ts'
import { type Migration, readMigrations } from '../../server/platform/db/migrations.ts'

/** The migrations of this version and of an invented next one. */
export async function nextRelease(): Promise<Migration[]> {
  return [...(await readMigrations()), ...(await readMigrations(join(import.meta.dirname, 'next-release')))]
}

/** What a node does after its start. */
export async function buildIndexes(db: PooledDb, migrations: Migration[]): Promise<void> {
  const { job } = await createIndexBuilding({ db, owner: db, log: pino({ level: 'silent' }), migrations })
  await job.run(new AbortController().signal)
}
