import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { openDoor } from '../support/database/database-door.ts'
import { cloneDatabase, emptyDatabase } from '../support/service/harness.ts'

async function migratedDatabase() {
  const db = connect(await cloneDatabase(), { max: 1, unlimited: true })
  onTestFinished(() => db.destroy())
  return db
}

test('a database that is up to date needs nothing, and its checksums are recorded', async () => {
  const db = await migratedDatabase()
  expect(await migrate(db)).toEqual([])
  const { rows } = await sql<{ name: string; checksum: string }>`select * from migrations`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { checksum } of rows) expect(checksum).toMatch(/^[0-9a-f]{64}$/)
})

test('a database of a version before 1.0.0 is refused, and nothing in it changes', async () => {
  const db = await migratedDatabase()
  await sql`alter table migrations drop column checksum`.execute(db)
  await expect(migrate(db)).rejects.toThrow(/before 1\.0\.0.*use an empty database/)
  await expect(sql`select checksum from migrations`.execute(db)).rejects.toThrow()
})

test('a migration that was edited after it was applied is refused', async () => {
  const db = await migratedDatabase()
  await sql`update migrations set checksum = 'other' where name = '0001_audit.sql'`.execute(db)
  await expect(migrate(db)).rejects.toThrow(/0001_audit\.sql differs/)
})

test('a database of a newer version is refused', async () => {
  const db = await migratedDatabase()
  await sql`insert into migrations (name, checksum) values ('9999_later.sql', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(/newer version.*9999_later\.sql/)
})

function createRecordedLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }) }
}

test('each migration is logged before and after, with its time', async () => {
  const db = connect(await emptyDatabase(), { max: 1, unlimited: true })
  onTestFinished(() => db.destroy())
  const migrations = (await readMigrations()).slice(0, 3)
  const { lines, log } = createRecordedLog()
  await migrate(db, migrations, log)
  const said = lines.map(({ msg, migration, number, of, milliseconds }) => [
    msg,
    migration,
    number,
    of,
    typeof milliseconds,
  ])
  expect(said).toEqual(
    migrations.flatMap(({ name }, index) => [
      ['a migration begins', name, index + 1, 3, 'undefined'],
      ['a migration is done', name, index + 1, 3, 'number'],
    ]),
  )
})

test('a migration does not queue others behind a long reader: it lets go and tries again', async () => {
  const url = await cloneDatabase()
  const [db, reader, other] = [1, 2, 3].map(() =>
    connect(url, { max: 1, unlimited: true, idleTransactionMs: 0 }),
  ) as [ReturnType<typeof connect>, ReturnType<typeof connect>, ReturnType<typeof connect>]
  onTestFinished(async () => {
    for (const each of [db, reader, other]) await each.destroy()
  })
  const waiting = 'alter table organizations add column invented integer'
  const migrations = [...(await readMigrations()), { name: '9000_wait.sql', sql: waiting, checksum: 'x' }]
  const { lines, log } = createRecordedLog()
  let migrating: Promise<string[]> | undefined
  await reader.transaction().execute(async (reader) => {
    await sql`select from organizations limit 1`.execute(reader)
    migrating = migrate(db, migrations, log)
    await expect.poll(() => lines.filter(({ level }) => level === 40).length).toBeGreaterThan(0)
    // Behind an alter table that waits, this would wait as well.
    await sql`select from organizations limit 1`.execute(other)
    const { rows } = await sql`select from migrations where name = '9000_wait.sql'`.execute(other)
    expect(rows).toEqual([])
  })
  expect(await migrating).toEqual(['9000_wait.sql'])
})

test('a node that is frozen between two migrations does not stop the others, and repeats them', async () => {
  const url = await cloneDatabase()
  const door = await openDoor(url)
  const frozen = connect(door.url, { max: 1, unlimited: true })
  const other = connect(url, { max: 1 })
  onTestFinished(async () => {
    for (const db of [frozen, other]) await db.destroy()
    await door.close()
  })
  const migrations = [
    ...(await readMigrations()),
    { name: '9000_lock.sql', sql: 'alter table organizations add column invented integer', checksum: 'x' },
    { name: '9001_next.sql', sql: 'select 9001', checksum: 'x' },
  ]
  let isFrozen = false
  door.withholds = (data) => {
    const isNext = !isFrozen && data.includes('select 9001')
    isFrozen ||= isNext
    return isNext
  }
  const migrating = migrate(frozen, migrations)
  await expect.poll(() => isFrozen).toBe(true)
  await sql`select from organizations limit 1`.execute(other)
  expect(await migrating).toEqual(['9000_lock.sql', '9001_next.sql'])
})
