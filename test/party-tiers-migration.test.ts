import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Db } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { connectClient } from '../server/db/primary-client.ts'
import { nameKey, organizationKeys, tierOf, wordKey } from '../server/parties/organization-keys.ts'
import { createPartyService } from '../server/parties/party-service.ts'
import { indexOldRegister } from '../server/parties/register-index/index-old-register.ts'
import { searchForm } from '../server/parties/search-form.ts'
import { databaseUrl } from './global-setup.ts'
import { givenParty } from './party-fixtures.ts'

const folder = join(import.meta.dirname, '../migrations')
let url: string
let db: Db

/** A database as it was before the tiers became finer. */
beforeAll(async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(inject('postgresUrl'), { max: 1, unlimited: true })
  await sql`create database ${sql.id(name)}`.execute(admin)
  await admin.destroy()
  url = databaseUrl(inject('postgresUrl'), name)
  db = connect(url, { max: 1, unlimited: true })
  await sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    db,
  )
  for (const file of readdirSync(folder).sort()) {
    if (file >= '0031') continue
    await sql.raw(readFileSync(join(folder, file), 'utf8')).execute(db)
    await sql`insert into migrations (name) values (${file})`.execute(db)
  }
})
afterAll(() => db.destroy())

function oldTierOf(rank: number): number {
  return Math.floor(rank / 500) * 6 + [5, 8, 11, 15, 22].filter((longest) => rank % 500 > longest).length
}

test('a register with the old keys is found after the migration', async () => {
  const parties = [
    givenParty({ full_name: 'ООО "Ивановское подворье"' }),
    givenParty({ full_name: 'АО "Ива"', status: 'bankrupt' }),
    givenParty({ full_name: 'ИП Иванов', type: 'individual', status: 'liquidated' }),
  ]
  let leftOut = 0
  for (const [i, party] of parties.entries()) {
    const form = searchForm(party)
    const { rank, words, joinedNames } = form
    const keys = organizationKeys(form)
    const prefixes = (text: string, lengths: number[]) =>
      lengths.filter((length) => length <= text.length).map((length) => text.slice(0, length))
    const added = new Set([
      ...[party.inn, party.ogrn].flatMap((id) => prefixes(id, [10, 12]).map(wordKey)),
      ...words
        .trim()
        .split(' ')
        .filter((word) => !/^\d+$/.test(word))
        .flatMap((word) => prefixes(word, [7, 9, 11, 13, 14, 15]).map(wordKey)),
      ...joinedNames
        .trim()
        .split(' ')
        .flatMap((name) => prefixes(name, [5, 7, 9, 10, 11]).map(nameKey)),
    ])
    const before = keys.filter((key) => !added.has(key ^ (tierOf(rank) * 24_036_583)))
    leftOut += keys.length - before.length
    const change = (tierOf(rank) * 24_036_583) ^ (oldTierOf(rank) * 39_916_801)
    await sql`
      insert into parties_1 (n, rank, inn, ogrn, type, full_name, status, source, words, joined_names, keys)
      values (${i + 1}, ${rank}, ${party.inn}, ${party.ogrn}, ${party.type}, ${party.full_name}, ${party.status}, 'file',
        ${words}, ${joinedNames}, ${before.map((key) => key ^ change)}::integer[])
    `.execute(db)
  }

  await sql`update party_generations set parties = ${parties.length}`.execute(db)
  expect(leftOut).toBeGreaterThan(0)

  await migrate(db)

  const { rows } = await sql<{ keys: number[] }>`select keys from parties_1 order by n`.execute(db)
  for (const [i, party] of parties.entries()) {
    // Old rows have more keys than are made today; none may be missing.
    const migrated = new Set(rows[i]?.keys)
    expect(organizationKeys(searchForm(party)).filter((key) => !migrated.has(key))).toEqual([])
  }
  let begun = 0
  for (let start = 0; start < 2; start++) {
    await indexOldRegister(
      () => connectClient(url, 'test'),
      () => {
        begun += 1
      },
    )
  }
  expect(begun).toBe(1)
  const { items } = await createPartyService({ db, now: () => new Date() }).search('ива', 50, 0)
  expect(items.map(({ full_name }) => full_name)).toEqual([
    'ООО "Ивановское подворье"',
    'АО "Ива"',
    'ИП Иванов',
  ])
})
