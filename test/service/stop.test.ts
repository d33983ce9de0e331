import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { chosen, isFull } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { openDoor } from '../support/database/database-door.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { validInn } from '../support/given/factories.ts'
import { openStoreDoor } from '../support/outside/store-door.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { processesOf } from '../support/processes/processes-of.ts'
import { spawnService, startProcess, untilReady } from '../support/processes/service-process.ts'
import { until } from '../support/processes/until.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const root = join(import.meta.dirname, '../..')
const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) {
    for (const { pid } of processesOf(directory)) process.kill(pid, 'SIGKILL')
  }
})

function dataDir(): string {
  const directory = mkdtempSync(join(inject('runDir'), 'stop-'))
  directories.push(directory)
  return directory
}

async function expectUsable(directory: string): Promise<void> {
  const service = await startProcess({ KONTOR_DATA_DIR: directory })
  await untilReady(service)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(processesOf(directory)).toEqual([])
}

test.runIf(isFull)('SIGTERM to npm ends the service and leaves nothing running', async () => {
  const directory = dataDir()
  copyCluster(inject('clusterTemplate'), directory)
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: childEnvironment({ PORT: '0', KONTOR_DATA_DIR: directory }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  await until('the service runs', () => output.includes('Kontor is running'))
  npm.kill('SIGTERM')
  await ended
  expect(processesOf(directory)).toEqual([])
  expect(output).toContain('stopped')
  await expectUsable(directory)
})

test.runIf(isFull)(
  'SIGTERM while initdb runs, and then while PostgreSQL starts, ends the start and leaves a usable directory',
  async () => {
    const directory = dataDir()
    const moments = [
      () => readdirSync(directory).some((name) => name.startsWith('postgres.new-')),
      () => existsSync(join(directory, 'postgres', 'postmaster.pid')),
    ]
    for (const isNow of moments) {
      const { child, ended, output } = spawnService({ KONTOR_DATA_DIR: directory })
      await until('the moment has come', isNow, { every: 5 })
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(output()).not.toContain('Server listening')
      expect(readdirSync(directory).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
      expect(processesOf(directory)).toEqual([])
    }
    await expectUsable(directory)
  },
)

test.runIf(isFull)('SIGTERM while migrations wait for another node ends the start', async () => {
  const directory = dataDir()
  const door = await openDoor(await cloneDatabase())
  const asked = new Promise<void>((resolve) => {
    door.onSent = (data) => {
      if (!data.includes('pg_advisory_xact_lock')) return
      door.hang()
      resolve()
    }
  })
  const { child, ended, output } = spawnService({ KONTOR_DATA_DIR: directory, DATABASE_URL: door.url })
  await asked
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output()).not.toContain('Kontor is running')
  await door.close()
})

test.runIf(isFull)('SIGTERM ends the service while the database does not respond', async () => {
  const door = await openDoor(await cloneDatabase())
  const service = await startProcess({ KONTOR_DATA_DIR: dataDir(), DATABASE_URL: door.url })
  await untilReady(service)
  door.hang()
  const request = fetch(`${service.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'correct horse battery' }),
  }).catch(() => undefined)
  // A response on another connection shows that the request has been read, too.
  await fetch(`${service.url}/healthz`)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(service.output()).toContain('stopping does not wait any longer for connections to the database')
  await request
  await door.close()
})

test.runIf(isFull)(
  'SIGTERM ends the service while the embedded PostgreSQL hangs, which then shuts down alone',
  async () => {
    const directory = dataDir()
    const service = await startProcess({ KONTOR_DATA_DIR: directory })
    await untilReady(service)
    const postmaster = Number(
      readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    process.kill(postmaster, 'SIGSTOP')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(service.output()).toContain('stopping does not wait any longer for the embedded PostgreSQL')
    process.kill(postmaster, 'SIGCONT')
    await until('PostgreSQL has ended', () => processesOf(directory).length === 0)
    await expectUsable(directory)
  },
)

test.runIf(isFull)('SIGTERM ends the service while clients neither send nor read', async () => {
  const service = await startProcess({ KONTOR_DATA_DIR: dataDir(), DATABASE_URL: await cloneDatabase() })
  await untilReady(service)
  const { hostname, port } = new URL(service.url)
  const sockets = [
    '',
    'GET /healthz HT',
    'POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
  ].map((text) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.on('error', () => {}).write(text)
    return socket
  })
  await fetch(`${service.url}/healthz`)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  expect(service.output()).toContain('"msg":"stopped"')
  for (const socket of sockets) socket.destroy()
})

test.runIf(isFull)(
  'SIGTERM ends the service while an upload waits for its store and a stream of events is open',
  async () => {
    const store = await openStoreDoor()
    store.passage = 'silent'
    const password = 'correct horse battery staple'
    const service = await startProcess({
      KONTOR_DATA_DIR: dataDir(),
      DATABASE_URL: await cloneDatabase(),
      KONTOR_ADMIN_PASSWORD: password,
      KONTOR_DOCUMENTS_URL: `s3://documents?endpoint=${store.endpoint}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    })
    await untilReady(service)
    const post = async (path: string, body: unknown, headers = {}) => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Record<string, string>
    }
    const { access_token } = await post('/v1/auth/login', { email: 'admin@localhost', password })
    const headers = { authorization: `Bearer ${access_token}` }
    const company = { inn: validInn(771_234_568), ogrn: '1027700132195', full_name: 'ООО «Ромашка»' }
    const { id } = await post('/v1/organizations', company, headers)
    const events = await fetch(`${service.url}/v1/events`, { headers })
    expect(events.status).toBe(200)
    const upload = fetch(`${service.url}/v1/organizations/${id}/documents/charter`, {
      method: 'PUT',
      headers,
      body: form(pdf()),
    }).then(
      ({ status }) => status,
      () => 'interrupted',
    )
    await store.reached
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(await upload).toBe('interrupted')
    expect(service.output()).toContain('requests that were still running have been aborted')
    await events.body?.cancel().catch(() => {})
    await store.close()
  },
)

const databases = [
  ['with the embedded PostgreSQL', async () => ({})],
  ['with another database', async () => ({ DATABASE_URL: await cloneDatabase() })],
] as const

test.for(chosen(1, databases))(
  'a data directory that cannot be made is refused in one sentence, %s',
  async ([_, env]) => {
    // Node's own recursive mkdir never returns for this path.
    const directory = `/proc/kontor-${randomUUID()}`
    directories.push(directory)
    const { ended, output } = spawnService({ KONTOR_DATA_DIR: directory, ...(await env()) })
    expect(await ended).toBe(1)
    expect(output()).toBe(
      `kontor: The data directory ${directory} cannot be made: set KONTOR_DATA_DIR to a directory that the service can write to.\n`,
    )
  },
)

test.runIf(isFull)(
  'a database that accepts connections and never responds does not keep the service from stopping',
  async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const service = await startProcess({
      KONTOR_DATA_DIR: dataDir(),
      DATABASE_URL: `postgres://kontor@127.0.0.1:${port}/kontor`,
    })
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    silent.close()
  },
)
