import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { cloneDatabase } from '../support/harness.ts'

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
