import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureEmbedded } from '../../server/platform/db/database-metrics.ts'
import { joinEmbedded, startEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { isProcessAlive } from '../../server/platform/db/embedded/process-alive.ts'
import { isFull } from '../support/cases/scale.ts'
import { databaseUrl, superuserUrl } from '../support/database/superuser.ts'
import {
  embeddedClusters,
  end,
  eventually,
  log,
  postmasterPid,
  query,
  settings,
} from '../support/processes/embedded-clusters.ts'

const isRoot = process.geteuid?.() === 0
const hasNamespaces = spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status === 0
const canMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

const { givenDirectory, spawnService, start, startService, undo } = embeddedClusters()

test('in an empty directory, a durable PostgreSQL is created that is reachable only through its socket', async () => {
  const dataDir = await givenDirectory({ empty: true })
  const embedded = await start(dataDir, { settings: {} })
  const [row] = await query(
    embedded.url,
    `select current_user as "user", current_database() as database, datlocale as locale,
       pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({ user: 'kontor_service', database: 'kontor', locale: 'C.UTF-8', encoding: 'UTF8' })
  const on = await query(
    embedded.url,
    `select name from pg_settings where setting = 'on'
     and name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') order by name`,
  )
  expect(on.map(({ name }) => name)).toEqual([
    'data_checksums',
    'fsync',
    'full_page_writes',
    'synchronous_commit',
  ])
  const [listen] = await query(embedded.url, `select current_setting('listen_addresses') as value`)
  expect(listen).toEqual({ value: '' })
  for (const private_ of ['postgres', 'postgres-socket']) {
    expect((await stat(join(dataDir, private_))).mode & 0o777).toBe(0o700)
  }
  expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600)
})

test('the service owns nothing, and the owner its database: neither can run a program or read a file', async () => {
  const { url, ownerUrl } = await start(await givenDirectory())
  await query(ownerUrl, 'create table t (line text)')
  for (const statement of [
    `copy t to program 'true'`,
    `copy t from program 'echo 1'`,
    `copy t from '/etc/passwd'`,
    `select pg_read_file('PG_VERSION')`,
    `select pg_ls_dir('.')`,
    `select lo_import('/etc/passwd')`,
    'create role other',
    'create database other',
    `alter system set log_statement = 'all'`,
    'set session_replication_role = replica',
    `select rolpassword from pg_authid`,
    'create language plpython3u',
  ]) {
    for (const one of [url, ownerUrl]) {
      await expect(query(one, statement), statement).rejects.toMatchObject({
        message: expect.stringMatching(
          /permission denied|must be|not installed|does not exist|not available/,
        ),
      })
    }
  }
  for (const one of [url, ownerUrl]) {
    expect(await query(one, rights)).toEqual([{ rights: false }])
    await expect(query(databaseUrl(one, 'postgres'), 'select 1')).rejects.toThrow('permission denied')
  }
  expect(await query(ownerUrl, owned)).toEqual([{ name: 'kontor' }])
  expect(await query(url, owned)).toEqual([])
})

const rights = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as rights
  from pg_roles where rolname = current_user`
const owned = `select datname as name from pg_database where datdba = current_user::regrole`

test.runIf(isFull)('a role that was given more rights loses them at the next start', async () => {
  const dataDir = await givenDirectory()
  const first = await start(dataDir)
  const urls = [first.url, first.ownerUrl]
  for (const role of ['kontor', 'kontor_service'])
    await query(superuserUrl(first.url), `alter role ${role} superuser createdb`)
  for (const url of urls) expect(await query(url, rights)).toEqual([{ rights: true }])
  await first.stop()
  await start(dataDir)
  for (const url of urls) expect(await query(url, rights)).toEqual([{ rights: false }])
})

test.runIf(isFull)(
  'a cluster in which the service is the only superuser is refused with one sentence',
  async () => {
    const dataDir = await givenDirectory()
    const { ownerUrl: url, stop } = await start(dataDir)
    await query(superuserUrl(url), 'alter role kontor superuser')
    await query(url, 'alter role postgres rename to other')
    await stop()
    await expect(start(dataDir)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/whose database role was a superuser: set KONTOR_DATA_DIR .*\.$/),
    })
  },
)

test('the log of PostgreSQL contains no values, not even of a failing statement', async () => {
  const dataDir = await givenDirectory()
  const { ownerUrl: url } = await start(dataDir)
  await expect(query(url, `select 'Иван Петров'::uuid`)).rejects.toThrow('Иван Петров')
  await query(url, 'create table t (name text unique)')
  await query(url, `insert into t values ('Анна')`)
  await expect(query(url, `insert into t values ('Анна')`)).rejects.toThrow('duplicate key')
  const written = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(written).toContain('ready to accept connections')
  expect(written).not.toMatch(/Иван|Анна|insert/)
})

test('a stop shuts PostgreSQL down, and the next start finds the data', async () => {
  const dataDir = await givenDirectory()
  const first = await start(dataDir)
  await query(first.ownerUrl, 'create table t as select 42 as response')
  const pid = await postmasterPid(dataDir)
  await first.stop()
  expect(isProcessAlive(pid ?? 0)).toBe(false)
  expect(await postmasterPid(dataDir)).toBeUndefined()
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/)
  const second = await start(dataDir)
  expect(await query(second.ownerUrl, 'select response from t')).toEqual([{ response: 42 }])
})

test('a PostgreSQL that a killed service left running is taken over and stopped later', async () => {
  const dataDir = await givenDirectory()
  const service = await startService(dataDir)
  await query(service.url, 'create table t as select 42 as response')
  const pid = await postmasterPid(dataDir)
  await end(service.child)
  expect(isProcessAlive(pid ?? 0)).toBe(true)
  const embedded = await start(dataDir)
  expect(await postmasterPid(dataDir)).toBe(pid)
  expect(await query(embedded.ownerUrl, 'select response from t')).toEqual([{ response: 42 }])
  await embedded.stop()
  expect(isProcessAlive(pid ?? 0)).toBe(false)
})

test('a second service on the directory is refused with the process id of the first, which keeps running', async () => {
  const dataDir = await givenDirectory()
  const service = await startService(dataDir)
  await expect(startEmbedded({ dataDir, log, settings })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(`already runs on ${dataDir} as process ${service.pid}`),
  })
  expect(await query(service.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isFull)(
  'of two services that start at the same time on an empty directory, one is refused',
  async () => {
    const dataDir = await givenDirectory({ empty: true })
    const both = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      name: 'StartRefused',
      message: expect.stringContaining('already runs'),
    })
    const winner = both.find((one) => one.status === 'fulfilled')
    expect(await query(winner?.value.ownerUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('.new-'))
  },
)

test.runIf(isFull)('a killed PostgreSQL is restarted at the same address and is still owned', async () => {
  const dataDir = await givenDirectory()
  const { ownerUrl: url, restarts } = await start(dataDir)
  const registry = new Registry()
  measureEmbedded(registry, restarts)
  expect(await registry.metrics()).toContain('kontor_embedded_postgresql_restarts_total 0')
  await query(url, 'create table t as select 42 as response')
  const killed = (await postmasterPid(dataDir)) ?? 0
  process.kill(killed, 'SIGKILL')
  expect(await eventually(() => query(url, 'select response from t'))).toEqual([{ response: 42 }])
  expect(await postmasterPid(dataDir)).not.toBe(killed)
  const held = `select 1 as held from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`
  await eventually(async () => expect(await query(url, held)).toEqual([{ held: 1 }]))
  await expect(startEmbedded({ dataDir, log, settings })).rejects.toThrow('already runs')
  await eventually(async () =>
    expect(await registry.metrics()).toContain('kontor_embedded_postgresql_restarts_total 1'),
  )
})

test.runIf(isFull)('a stop while PostgreSQL is down leaves nothing running', async () => {
  const dataDir = await givenDirectory()
  const embedded = await start(dataDir)
  process.kill((await postmasterPid(dataDir)) ?? 0, 'SIGKILL')
  await embedded.stop()
  const pid = await postmasterPid(dataDir)
  expect(pid !== undefined && isProcessAlive(pid)).toBe(false)
})

test.runIf(isFull)('a first start that was killed is repeated', async () => {
  const dataDir = await givenDirectory({ empty: true })
  const child = spawnService(dataDir)
  const half = await eventually(async () => {
    const name = (await readdir(dataDir)).find((entry) => entry.startsWith('postgres.new-'))
    await stat(join(dataDir, name ?? 'none', 'PG_VERSION'))
    return name
  })
  await end(child)
  expect(await readdir(dataDir)).not.toContain('postgres')
  const { ownerUrl: url } = await start(dataDir)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDir)).not.toContain(half)
})

test.runIf(isFull)(
  'a lock file whose process id belongs to another program does not prevent the start',
  async () => {
    const dataDir = await givenDirectory()
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}/postgres\n1\n5432\n/tmp\n\n\nready\n`,
    )
    const { ownerUrl: url } = await start(dataDir)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(isFull)(
  'if the path is too long for a socket, the socket is in a private temporary directory',
  async () => {
    const dataDir = await givenDirectory({ name: 'd'.repeat(120) })
    const { ownerUrl: url } = await start(dataDir)
    const socketDir = new URL(url).searchParams.get('host') ?? ''
    undo.unshift(() => rm(socketDir, { recursive: true, force: true }))
    expect(dirname(socketDir)).toBe(tmpdir())
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(isFull)('paths with spaces, quotes and Cyrillic work', async () => {
  const dataDir = await givenDirectory({ name: `Данные "О'Кей" 100%, ё` })
  const { ownerUrl: url } = await start(dataDir)
  expect(new URL(url).searchParams.get('host')).toBe(join(dataDir, 'postgres-socket'))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a command starts PostgreSQL if no service runs, and stops it', async () => {
  const dataDir = await givenDirectory()
  const joined = await joinEmbedded({ dataDir, log, settings })
  expect(await query(joined.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await joined.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test.runIf(isFull)('service and command share one PostgreSQL, and the last one stops it', async () => {
  const dataDir = await givenDirectory()
  const service = await start(dataDir)
  const first = await joinEmbedded({ dataDir, log, settings })
  expect(first.url).toBe(service.url)
  await first.stop()
  expect(await query(service.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const second = await joinEmbedded({ dataDir, log, settings })
  await service.stop()
  expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test.runIf(isFull)('a service that starts while a command stops PostgreSQL gets a running one', async () => {
  const dataDir = await givenDirectory()
  const joined = await joinEmbedded({ dataDir, log, settings })
  const [service] = await Promise.all([start(dataDir), joined.stop()])
  expect(await eventually(() => query(service.url, 'select 1 as one'))).toEqual([{ one: 1 }])
})

test('another kind of directory is refused with one sentence and not changed', async () => {
  const foreign = await givenDirectory({ empty: true })
  await mkdir(join(foreign, 'postgres'), { recursive: true })
  await writeFile(join(foreign, 'postgres', 'letter.txt'), 'keep me')
  await expect(start(foreign)).rejects.toThrow('is not empty and contains no PostgreSQL database')
  await writeFile(join(foreign, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start(foreign)).rejects.toThrow('was created by PostgreSQL 17, but this is 18')
  expect(await readFile(join(foreign, 'postgres', 'letter.txt'), 'utf8')).toBe('keep me')
  const file = join(foreign, 'file')
  await writeFile(file, '')
  await expect(start(file)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('KONTOR_DATA_DIR'),
  })
})

test.runIf(isRoot)('as root, PostgreSQL runs as another user, who owns only the cluster', async () => {
  const dataDir = await givenDirectory({ empty: isFull })
  await start(dataDir)
  const owner = (await stat(join(dataDir, 'postgres'))).uid
  expect(owner).not.toBe(0)
  expect((await stat(dataDir)).uid).toBe(0)
  expect((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid).toBe(owner)
})

test.runIf(isFull && isRoot && hasNamespaces)(
  'as root in a private directory, PostgreSQL runs in a user namespace',
  async () => {
    const dataDir = await givenDirectory({ empty: true, parentMode: 0o700 })
    const { ownerUrl: url } = await start(dataDir)
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(0)
    expect(await query(url, 'select current_user as name')).toEqual([{ name: 'kontor' }])
  },
)

test.runIf(isRoot && !hasNamespaces)(
  'as root in a private directory without user namespaces, the message says what to set',
  async () => {
    const dataDir = await givenDirectory({ empty: true, parentMode: 0o700 })
    await expect(start(dataDir)).rejects.toThrow(
      'set KONTOR_DATA_DIR to a directory that other users can access',
    )
  },
)

test.runIf(canMount)('after a full disk, all acknowledged rows are there', async () => {
  const dataDir = await givenDirectory()
  const disk = join(dirname(dataDir), 'disk')
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=755', 'none', disk])
  undo.push(async () => execFileSync('umount', ['--lazy', disk]))
  execFileSync('cp', ['-a', dataDir, join(disk, 'data')])
  const onDisk = join(disk, 'data')
  const lines: string[] = []
  const embedded = await startEmbedded({
    dataDir: onDisk,
    log: pino({}, { write: (line: string) => lines.push(line) }),
    settings,
  })
  try {
    await query(embedded.ownerUrl, 'create table t (id int, filler text)')
    const { bavail, bsize } = await statfs(disk)
    await writeFile(join(disk, 'ballast'), Buffer.alloc(Math.max(bavail * bsize - 4 * 1024 * 1024, 0)))
    let acknowledged = 0
    const fill = async () => {
      for (;;) {
        await query(
          embedded.ownerUrl,
          `insert into t select ${acknowledged}, string_agg(md5(i::text), '') from generate_series(1, 20000) i`,
        )
        acknowledged += 1
      }
    }
    await expect(fill()).rejects.toThrow()
    expect(acknowledged).toBeGreaterThan(0)
    // Segments of the write-ahead log that a checkpoint recycled are used up first. Then there is no room for the next
    // one either, and PostgreSQL goes down.
    const useUpSegments = async () => {
      for (;;) {
        await query(superuserUrl(embedded.ownerUrl), 'select pg_switch_wal()')
        await query(embedded.ownerUrl, 'select txid_current()')
      }
    }
    await expect(useUpSegments()).rejects.toThrow()
    await eventually(async () => expect(lines.join('')).toContain('PostgreSQL has stopped; restarting it'))
    await rm(join(disk, 'ballast'))
    const rows = await eventually(() =>
      query(embedded.ownerUrl, 'select count(distinct id)::int as rows from t'),
    )
    expect(rows).toEqual([{ rows: acknowledged }])
    await query(embedded.ownerUrl, 'insert into t values (-1, null)')
  } finally {
    await embedded.stop()
  }
})
