import { expect, test } from 'vitest'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { readReleases } from './release.ts'
import { brokenRules, small, tablesOf } from './released-migrations.ts'

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
  '-- quick a: only its modifier goes\nalter table a alter column id type numeric;',
  '-- drop table a comes with a later release',
  '-- contracts 0001_a.sql\nalter table a drop column id',
  "create function f() returns void language plpgsql as $$ begin execute 'drop table a'; end $$;",
  'alter table a rename to b; alter table b rename column id to key; create view a as select key as id from b;',
  'alter table c alter column id type jsonb using to_jsonb(id), alter column b type integer;',
  '-- quick a: few rows\nalter table a alter column b type jsonb;',
])('accepted after a release: %s', (sql) => {
  expect(brokenRules([first, migration('0002_b.sql', sql)], [first])).toEqual([])
})

test.each([
  'alter table a drop column id',
  'drop table a',
  'create function f() returns void language plpgsql as $$ begin null; end $$; drop table a;',
  'alter table a rename column id to key',
  'alter table a rename to b; create view c as select id from b;',
  'alter table a rename to b; create view a as select id from b; alter table c rename column id to key;',
  'alter table a alter column id type integer',
  '-- quick a: few rows\nalter table a alter column b type jsonb, alter column id type integer;',
  'alter table a alter column id type numeric(10, 2);',
  'alter table a alter column id set not null',
  'alter table a add column b integer not null',
  '-- contracts 0002_b.sql\ndrop table a',
])('refused after a release: %s', (sql) => {
  expect(brokenRules([first, migration('0002_b.sql', sql)], [first])).toContain(
    '0002_b.sql takes away what the release before it uses',
  )
})

const late = '-- built after the start\n'

test.each([
  'create table c (id text); create index c_by_id on c (id); update c set id = null;',
  `${late}create index concurrently a_by_id on a (id) where id is not null;`,
  `${late}-- Why.\ncreate unique index concurrently a_by_id on a (id);`,
  'alter table a add column b integer not null default 0;',
  "alter table a add column b text references c (id); comment on column a.b is 'check';",
  'alter table a add constraint positive check (b > 0) not valid;',
  'create function f() returns trigger language plpgsql as $$ begin update a set id = 1; end $$; create trigger t after update on a execute function f();',
  'create function f(x text) returns text language sql immutable return lower(x);',
  '-- quick a: at most one row of each desk\nupdate a set id = 1;',
  '-- quick c, a: at most one row of each desk\nupdate a set id = 1;',
  'insert into a (id) values (1);',
  'drop index a_by_id;',
])('holds no lock for long: %s', (sql) => {
  expect(brokenRules([first, migration('0002_b.sql', sql)], [first])).toEqual([])
})

test.each([
  'create index a_by_id on a (id)',
  'create unique index if not exists a_by_id on only public.a using btree (id)',
  'create index concurrently a_by_id on a (id)',
  `${late}create index a_by_id on a (id)`,
  `${late}create index concurrently a_by_id on a (id); update a set id = 1;`,
  'reindex table a',
  '-- quick c: another table\nupdate a set id = 1;',
  '-- quick: no table\nupdate a set id = 1;',
  'update a set id = 1',
  'with b as (select 1) update a set id = 1 from b',
  'delete from a where id is null',
  'do $$ begin update a set id = 1; end $$',
  'create function f() returns void language sql as $$ select 1 $$; update a set id = 1;',
  'insert into c (id) select id from a',
  'create table c as select id from a',
  'alter table a add constraint positive check (b > 0)',
  'alter table a add constraint of_c foreign key (id) references c (id)',
  'alter table a add primary key (id)',
  'alter table a add unique (id)',
  'alter table a add column b uuid default gen_random_uuid()',
  'alter table a add column b integer generated always as (1) stored',
  'alter table a add column b text check (b > 0)',
  'alter table a alter id type numeric;',
  'alter table a set unlogged',
])('may hold a lock for long: %s', (sql) => {
  expect(brokenRules([first, migration('0002_b.sql', sql)], [first])).toEqual([
    expect.stringMatching(/may hold locks of a for long|should be one/),
  ])
})

test('a table that is said to be small is one of a release', async () => {
  const released = readReleases().flatMap(({ migrations }) => migrations.map(({ name }) => name))
  const tables = tablesOf((await readMigrations()).filter(({ name }) => released.includes(name)))
  expect([...small].filter((table) => !tables.includes(table))).toEqual([])
})
