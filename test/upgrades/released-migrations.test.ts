import { expect, test } from 'vitest'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { readReleases } from './release.ts'
import { brokenRules } from './released-migrations.ts'

const migration = (name: string, sql: string) => ({ name, sql, checksum: sql })
const first = migration('0001_a.sql', 'create table a (id text)')

test('migrations keep to the rules of upgrades', async () => {
  const released = readReleases().flatMap(({ migrations }) => migrations)
  expect(brokenRules(await readMigrations(), released)).toEqual([])
})

test('a released migration is neither edited nor removed, and none is put before it', () => {
  expect(brokenRules([{ ...first, checksum: 'other' }], [first])).toEqual([
    '0001_a.sql was edited after its release',
  ])
  expect(brokenRules([], [first])).toEqual(['0001_a.sql was released and is gone'])
  expect(brokenRules([first, migration('0000_b.sql', '')], [first])).toHaveLength(1)
})

test.each([
  'alter table a add column b integer',
  'alter table a add column b integer not null default 0',
  'create table c (id text not null)',
  'alter table a alter column id type numeric;',
  '-- drop table a comes with a later release',
  '-- contracts 0001_a.sql\nalter table a drop column id',
  'alter table a rename to b; alter table b rename column id to key; create view a as select key as id from b;',
])('accepted after a release: %s', (sql) => {
  expect(brokenRules([first, migration('0002_b.sql', sql)], [first])).toEqual([])
})

test.each([
  'alter table a drop column id',
  'drop table a',
  'alter table a rename column id to key',
  'alter table a rename to b; create view c as select id from b;',
  'alter table a rename to b; create view a as select id from b; alter table c rename column id to key;',
  'alter table a alter column id type integer',
  'alter table a alter column id type numeric(10, 2);',
  'alter table a alter column id set not null',
  'alter table a add column b integer not null',
  '-- contracts 0002_b.sql\ndrop table a',
])('refused after a release: %s', (sql) => {
  expect(brokenRules([first, migration('0002_b.sql', sql)], [first])).toHaveLength(1)
})
