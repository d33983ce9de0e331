import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { prepareCluster } from '../../server/platform/db/embedded/cluster.ts'
import { urlOf } from '../../server/platform/db/embedded/postmaster.ts'
import { ownerRole, serviceRole } from '../../server/platform/db/embedded/service-role.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { canChangeAuditLog } from '../../server/platform/db/service-rights.ts'
import { isFull } from '../support/cases/scale.ts'
import { start as startPostgres } from '../support/database/replica.ts'
import { serviceUrl, superuserUrl } from '../support/database/superuser.ts'
import { givenParty, givenRegister } from '../support/given/party-fixtures.ts'
import { embeddedClusters, query } from '../support/processes/embedded-clusters.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { cloneDatabase, emptyDatabase, startServer } from '../support/service/harness.ts'
import { readReleases } from '../upgrades/release.ts'

const server = startServer()
const { write, verify, head } = auditTools(server)
const { givenDirectory, start } = embeddedClusters()
const permissionDenied = '42501'

let service: PooledDb
beforeAll(async () => {
  service = connect(serviceUrl(server.databaseUrl), { max: 1 })
  await write(3)
})
afterAll(() => service.destroy())

const append = `select audit_append(array['{"action":"x","at":"2026-01-01T00:00:00Z","outcome":"success"}'])`

const attacks = [
  'delete from audit_events where seq > 1',
  `update audit_events set event = replace(event, 'test', 'text')`,
  `insert into audit_events (seq, at, event, previous_hash, hash)
    select seq + 100, at, event, previous_hash, hash from audit_events`,
  'truncate audit_events',
  'update audit_head set seq = 0',
  'delete from audit_head',
  'truncate audit_head',
  `insert into changes (seq, mark, at, type, object_type, object_id) values (1000, '', now(), 'x', 'x', 'x')`,
  'update changes set seq = seq + 1000',
  'delete from changes',
  'truncate changes',
  'select changes_restart()',
  'delete from migrations',
  'alter table audit_events disable trigger user',
  'alter table audit_values disable trigger user',
  'drop trigger audit_events_reject_change on audit_events',
  'create rule silence as on insert to audit_events do instead nothing',
  'alter table audit_events owner to current_user',
  'alter function audit_append_rows(text[], jsonb) security invoker',
  'create or replace function reject_audit_change() returns trigger language plpgsql as $$ begin return old; end $$',
  `create or replace function audit_append(events text[], changed jsonb default null) returns bigint
    language sql as 'select 0::bigint'`,
  'create table invented (id integer)',
  'create function invented() returns integer language sql return 1',
  'create schema invented',
  'truncate administrators',
  'drop table administrators',
  'alter table administrators add column invented text',
  'do $$ begin lock table audit_head; end $$',
]

describe('the role of the service', () => {
  test.each(attacks)('may not: %s', async (attack) => {
    const before = await head()
    await expect(sql.raw(attack).execute(service)).rejects.toMatchObject({ code: permissionDenied })
    expect(await head()).toBe(before)
    expect((await verify()).problem).toBeNull()
  })

  test('becomes nobody else', async () => {
    for (const statement of [`set role ${ownerRole}`, `set session authorization ${ownerRole}`])
      await expect(sql.raw(statement).execute(service)).rejects.toMatchObject({ code: permissionDenied })
    expect(await canChangeAuditLog(service)).toBe(false)
  })

  test('appends to the audit log by its function, and trims the log of changes', async () => {
    const before = await head()
    await write(2, service)
    expect(await head()).toBe(before + 2)
    expect((await verify()).problem).toBeNull()
    const { rows } = await sql`select changes_trim('epoch', 10) as trimmed`.execute(service)
    expect(rows).toEqual([{ trimmed: 0 }])
    await sql`select analyze_screening_entries()`.execute(service)
  })

  test('cannot have code of its own run by that function as the owner', async () => {
    const before = await head()
    // A managed server may allow temporary objects, which need no schema.
    await sql`create temporary table audit_head as select 0::bigint as seq, ''::bytea as hash, 0::bigint as changes`.execute(
      service,
    )
    await sql`create temporary table bait (id integer)`.execute(service)
    await sql`create function pg_temp.attack() returns trigger language plpgsql as $$
      begin delete from public.audit_head; return null; end $$`.execute(service)
    await sql`create constraint trigger attack after insert on bait deferrable initially deferred
      for each row execute function pg_temp.attack()`.execute(service)
    await write(1, service)
    expect(await head()).toBe(before + 1)
    const springing = service.transaction().execute(async (db) => {
      await sql`insert into bait values (1)`.execute(db)
      await sql.raw(append).execute(db)
    })
    await expect(springing).rejects.toMatchObject({ code: permissionDenied })
    expect(await head()).toBe(before + 1)
    await sql`discard temp`.execute(service)
  })

  test('reads a register that is imported later', async () => {
    const { generation } = await givenRegister(server.databaseUrl, [givenParty()])
    const { rows } = await sql`select n from ${sql.id(`parties_${generation}`)}`.execute(service)
    expect(rows).toEqual([{ n: 1 }])
    await expect(sql`select drop_party_generation(${generation})`.execute(service)).rejects.toMatchObject({
      code: permissionDenied,
    })
  })

  test('gets back exactly its rights when the owner migrates', async () => {
    await sql`grant all on audit_events to ${sql.id(serviceRole)}`.execute(server.db)
    await sql`revoke update on administrators from ${sql.id(serviceRole)}`.execute(server.db)
    expect(await canChangeAuditLog(service)).toBe(true)
    await migrate(server.db, undefined, undefined, service)
    expect(await canChangeAuditLog(service)).toBe(false)
    await sql`update administrators set email = email`.execute(service)
    const stamp = sql<{ rows: string }>`
      select string_agg(xmin::text, ' ' order by oid) as rows from pg_class where relnamespace = 'public'::regnamespace`
    const { rows: before } = await stamp.execute(server.db)
    await migrate(server.db, undefined, undefined, service)
    expect((await stamp.execute(server.db)).rows).toEqual(before)
  })
})

test('two URLs of two databases are refused', async () => {
  const dataDir = mkdtempSync(join(inject('runDir'), 'roles-'))
  const [one, other] = [await cloneDatabase(), await emptyDatabase()]
  const env = { KONTOR_DATA_DIR: dataDir, DATABASE_URL: serviceUrl(one), DATABASE_OWNER_URL: other }
  expect(await runCli(['migrate'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('kontor: DATABASE_OWNER_URL names another database than DATABASE_URL.\n'),
  })
  expect(await query(other, `select from pg_class where relname = 'migrations'`)).toEqual([])
})

test.runIf(isFull)(
  'with one role the service works, and its log warns once and says what to do',
  async () => {
    const node = await startProcess({
      KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'roles-')),
      DATABASE_URL: await emptyDatabase(),
      DATABASE_OWNER_URL: '',
    })
    onTestFinished(async () => {
      node.child.kill('SIGTERM')
      await node.ended
    })
    await untilReady(node)
    expect(
      node.output().match(/the role of DATABASE_URL can change the audit log.*DATABASE_OWNER_URL/g),
    ).toHaveLength(1)
  },
)

test.runIf(isFull)(
  'a cluster of release 1.1.0 that still runs gets both roles from the first command of this one',
  async () => {
    const dataDir = await givenDirectory({ empty: true })
    const cluster = await prepareCluster(dataDir, { fsync: 'off' })
    // As that release wrote it.
    const idents = [...new Set(['root', cluster.account.name])].flatMap((name) =>
      ['kontor', 'postgres'].map((role) => `kontor "${name}" ${role}\n`),
    )
    await writeFile(join(cluster.pgdata, 'pg_ident.conf'), idents.join(''))
    const left = await startPostgres(cluster, { fsync: 'off' })
    const superuser = superuserUrl(urlOf(left.socketDir, ownerRole, 'postgres'))
    await query(superuser, 'create role kontor login')
    await query(superuser, 'create database kontor owner kontor')
    const released =
      readReleases()
        .at(-1)
        ?.migrations.map(({ name }) => name) ?? []
    const old = connect(left.url, { max: 1, applicationName: 'kontor 1.1.0' })
    await migrate(
      old,
      (await readMigrations()).filter(({ name }) => released.includes(name)),
    )
    await write(3, old)
    await old.destroy()
    await expect(query(urlOf(left.socketDir, serviceRole), 'select 1')).rejects.toMatchObject({
      code: '28000',
    })

    const env = { KONTOR_DATA_DIR: dataDir }
    expect(await runCli(['migrate'], env)).toMatchObject({ code: 0 })
    expect(await runCli(['audit', 'verify', '--empty'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Valid\.$/m),
    })
    const { url, ownerUrl } = await start(dataDir)
    expect(await query(url, 'select current_user as role, seq from audit_head')).toEqual([
      { role: 'kontor_service', seq: '3' },
    ])
    for (const attack of [...attacks, 'create temporary table t (id integer)'])
      await expect(query(url, attack), attack).rejects.toMatchObject({ code: permissionDenied })
    expect(
      await query(
        ownerUrl,
        `select distinct relowner::regrole::text as owner from pg_class
    where relnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([{ owner: 'kontor' }])
  },
)
