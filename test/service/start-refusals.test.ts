import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { chown, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { misspeltSettings } from '../../server/misspelt-settings.ts'
import { prepareCluster } from '../../server/platform/db/embedded/cluster.ts'
import { startPostgres, stopPostgres, urlOf } from '../../server/platform/db/embedded/postmaster.ts'
import { ownerRole } from '../../server/platform/db/embedded/service-role.ts'
import { isFull } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { openDoor } from '../support/database/database-door.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { spawnService, startProcess } from '../support/processes/service-process.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const dataDir = () => mkdtempSync(join(inject('runDir'), 'refusal-'))

/** The service must end by itself with status 1; what it wrote on standard error. */
async function refusal(databaseUrl: string): Promise<string> {
  const { ended, output } = spawnService({ KONTOR_DATA_DIR: dataDir(), DATABASE_URL: databaseUrl })
  expect(await ended).toBe(1)
  const lines = output().split('\n')
  expect(output()).not.toMatch(/^\s+at /m)
  return lines.filter((line) => line.startsWith('kontor: ')).join('\n')
}

function changed(url: string, change: (url: URL) => void): string {
  const changing = new URL(url)
  change(changing)
  return changing.href
}

/** Speaks as PgBouncer does when it refuses a client. */
async function givenPooler(message: string) {
  const field = (type: string, text: string) => Buffer.from(`${type}${text}\0`)
  const fields = Buffer.concat([
    field('S', 'FATAL'),
    field('V', 'FATAL'),
    field('C', '08P01'),
    field('M', message),
    Buffer.from([0]),
  ])
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const pooler = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  return { url: `postgres://kontor@127.0.0.1:${port}/kontor`, close: () => pooler.close() }
}

test.runIf(isFull)('a database that does not exist', async () => {
  const url = changed(await cloneDatabase(), (url) => {
    url.pathname = '/absent'
  })
  expect(await refusal(url)).toBe(
    'kontor: The database "absent" does not exist: create it with the owner "kontor", or correct DATABASE_URL.',
  )
  const { code, stderr } = await runCli(['migrate'], { DATABASE_URL: url, KONTOR_DATA_DIR: dataDir() })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'kontor: The database "absent" does not exist: create it with the owner "kontor", or correct DATABASE_URL.\n',
  })
})

test.runIf(isFull)('a role that the database does not admit', async () => {
  const url = changed(await cloneDatabase(), (url) => {
    url.username = 'stranger'
  })
  expect(await refusal(url)).toMatch(
    /^kontor: The database does not admit the role "stranger" \(.*\): create the role, allow it in pg_hba\.conf, or correct DATABASE_URL\.$/,
  )
})

test.runIf(isFull)('a server without TLS', async () => {
  const door = await openDoor(await cloneDatabase())
  expect(await refusal(`${door.url}?sslmode=require`)).toBe(
    'kontor: The database does not offer TLS: enable it there, or set sslmode=disable in DATABASE_URL if the network is trusted.',
  )
  await door.close()
})

test.runIf(isFull)('a standby', async () => {
  const directory = dataDir()
  const log = pino({ level: 'silent' })
  const settings = { fsync: 'off' }
  copyCluster(inject('clusterTemplate'), directory)
  const cluster = await prepareCluster(directory, settings)
  const mark = join(cluster.pgdata, 'standby.signal')
  await writeFile(mark, '')
  const { uid, gid } = await stat(cluster.pgdata)
  await chown(mark, uid, gid)
  const { socketDir } = await startPostgres(cluster, { log, settings, signal: new AbortController().signal })
  try {
    expect(await refusal(urlOf(socketDir, ownerRole))).toBe(
      'kontor: DATABASE_URL names a standby, which accepts no writes: name the primary, or all servers (host1,host2).',
    )
  } finally {
    await stopPostgres(cluster)
  }
})

test.runIf(isFull)('a pooler that does not accept the parameters of the service', async () => {
  const pooler = await givenPooler('unsupported startup parameter: statement_timeout')
  expect(await refusal(pooler.url)).toBe(
    'kontor: The connection pooler of DATABASE_URL refuses the connection (unsupported startup parameter: statement_timeout): correct its configuration, or connect to PostgreSQL directly.',
  )
  pooler.close()
})

test.runIf(isFull)('a refusal that passes is waited for, and its reason is logged', async () => {
  const pooler = await givenPooler('no more connections allowed (max_client_conn)')
  const service = await startProcess({ KONTOR_DATA_DIR: dataDir(), DATABASE_URL: pooler.url })
  await expect
    .poll(() => service.output())
    .toContain('the database is unavailable (no more connections allowed (max_client_conn))')
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  pooler.close()
})

test('the address in the commands of the docs is no misspelt setting', () => {
  const env = { KONTOR: 'http://localhost:8080', KONTOR_PROT: '1' }
  expect(misspeltSettings(env, new Set(['KONTOR_PORT']))).toEqual([
    'The variable KONTOR_PROT is not a setting and has no effect: did you mean KONTOR_PORT?',
  ])
})

test.runIf(isFull)('a misspelt setting is warned about with the name that was probably meant', async () => {
  const service = await startProcess({
    KONTOR_DATA_DIR: dataDir(),
    DATABASE_URL: await cloneDatabase(),
    KONTOR_TRUSTED_PROXYS: '10.0.0.1',
  })
  await expect
    .poll(() => service.output())
    .toContain(
      'The variable KONTOR_TRUSTED_PROXYS is not a setting and has no effect: did you mean KONTOR_TRUSTED_PROXIES?',
    )
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})
