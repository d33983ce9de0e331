import { mkdtempSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { freePort } from '../support/processes/free-port.ts'
import {
  type ServiceProcess,
  spawnService,
  startProcess,
  untilReady,
} from '../support/processes/service-process.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const running: Pick<ServiceProcess, 'child'>[] = []
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})

function dataDir(): string {
  return mkdtempSync(join(inject('runDir'), 'process-'))
}

async function start(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startProcess({ KONTOR_DATA_DIR: dataDir(), ...env })
  running.push(service)
  return service
}

test('a wrong setting prevents the start with one sentence that names it', async () => {
  const { ended, output } = spawnService({ KONTOR_DATA_DIR: dataDir(), PORT: 'eighty' })
  expect(await ended).toBe(1)
  expect(output()).toBe('kontor: PORT should be a port number from 0 to 65535.\n')
})

test.runIf(isFull)('a port in use is reported in one sentence, and the database is stopped', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const { ended, output } = spawnService({
    KONTOR_DATA_DIR: dataDir(),
    DATABASE_URL: await cloneDatabase(),
    PORT: String(port),
  })
  expect(await ended).toBe(1)
  expect(output()).toContain(`kontor: PORT ${port} on 127.0.0.1 is in use by another program.`)
  other.close()
})

test.runIf(isFull)(
  'while the database is unavailable the service reports it, and serves once it is back',
  async () => {
    const url = new URL(await cloneDatabase())
    const socketDir = url.searchParams.get('host') as string
    // A door that opens later: nothing listens at first, then it leads to the real PostgreSQL.
    const door = createServer((near) => {
      const far = connect(join(socketDir, '.s.PGSQL.5432'))
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    const port = await freePort()
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${port}`
    const service = await start({ DATABASE_URL: url.href })

    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    const waiting = await fetch(`${service.url}/readyz`)
    expect(waiting.status).toBe(503)
    expect(await waiting.json()).toMatchObject({ status: 'not_ready', database: 'away' })
    const refused = await fetch(`${service.url}/v1/organizations`, { headers: { authorization: 'Bearer x' } })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBeTruthy()

    await new Promise<void>((resolve) => door.listen(port, '127.0.0.1', resolve))
    await untilReady(service)
    expect((await fetch(`${service.url}/v1/organizations`)).status).toBe(401)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    door.close()
  },
)

test.runIf(isFull)('on SIGTERM a running request is completed, then the service exits with 0', async () => {
  const service = await start({ DATABASE_URL: await cloneDatabase() })
  await untilReady(service)
  const { hostname, port } = new URL(service.url)
  const body = JSON.stringify({ email: 'nobody@example.com' })
  const socket = connect(Number(port), hostname)
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve) =>
    socket.write(
      `POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
      () => resolve(),
    ),
  )
  // A response on another connection shows that the half request has been read, too.
  await fetch(`${service.url}/healthz`)
  service.child.kill('SIGTERM')
  await expect.poll(() => service.output()).toContain('waiting for running requests')
  socket.write(body.slice(5))
  await closed
  expect(response).toMatch(/^HTTP\/1.1 422 /)
  expect(await service.ended).toBe(0)
})

test.runIf(isFull)(
  'the embedded PostgreSQL starts and stops with the service',
  { timeout: 120_000 },
  async () => {
    const directory = dataDir()
    copyCluster(inject('clusterTemplate'), directory)
    const service = await start({ KONTOR_DATA_DIR: directory })
    await untilReady(service)

    const second = spawnService({ KONTOR_DATA_DIR: directory })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(new RegExp(`kontor: .*${service.child.pid}`))

    service.child.kill('SIGKILL')
    await service.ended
    const third = await start({ KONTOR_DATA_DIR: directory })
    await untilReady(third)
    expect(third.output()).toContain('took over')
    third.child.kill('SIGINT')
    expect(await third.ended).toBe(0)
  },
)

test.runIf(isFull)('the service stops cleanly while it waits for the database', async () => {
  const service = await start({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` })
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})
