import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { isBuiltLater, readMigrations } from '../../server/platform/db/migrations.ts'
import { scaled } from '../support/cases/scale.ts'
import { cloneDatabase, emptyDatabase } from '../support/service/harness.ts'
import { buildIndexes, nextRelease } from './next-release.ts'
import { schemaOf } from './schema.ts'

const migrations = await nextRelease()
const names = migrations.map(({ name }) => name)
// Indexes that are built later are part of no transaction: index-building.test.ts interrupts them.
const inTransaction = migrations.filter((migration) => !isBuiltLater(migration)).map(({ name }) => name)
const killedIn = scaled([inTransaction.at(-1) as string], inTransaction)

let whole: Awaited<ReturnType<typeof schemaOf>>
beforeAll(async () => {
  // The template of the run was migrated from nothing, too.
  const db = connect(await scaled(cloneDatabase, emptyDatabase)(), { max: 1, unlimited: true })
  await migrate(db, migrations)
  await buildIndexes(db, migrations)
  whole = await schemaOf(db)
  await db.destroy()
})

async function open(url: string): Promise<PooledDb> {
  const db = connect(url, { max: 1, unlimited: true })
  onTestFinished(() => db.destroy())
  return db
}

test.each(killedIn)(
  'kill -9 inside %s leaves nothing, and the next start applies everything',
  async (name) => {
    // The invented migration comes to a database that is in use.
    const before = migrations.indexOf(
      migrations.find((one) => one.name === name) as (typeof migrations)[number],
    )
    const isNext = before >= (await readMigrations()).length
    const url = await (isNext ? cloneDatabase : emptyDatabase)()
    const db = await open(url)
    const untouched = await schemaOf(db)

    const child = fork(join(import.meta.dirname, 'migrate-until-killed.ts'), [url, name], {
      stdio: 'inherit',
    })
    const admin = await open(inject('postgresUrl'))
    const sleeping = async () => {
      const { rows } = await sql`
      select from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)} and wait_event = 'PgSleep'
    `.execute(admin)
      return rows.length
    }
    await expect.poll(sleeping, { timeout: 60_000, interval: 20 }).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(sleeping, { timeout: 60_000, interval: 20 }).toBe(0)

    expect(await schemaOf(db)).toEqual(untouched)
    expect(await migrate(db, migrations)).toEqual(isNext ? ['9000_invented.sql'] : names)
    await buildIndexes(db, migrations)
    expect(await schemaOf(db)).toEqual(whole)
  },
)
