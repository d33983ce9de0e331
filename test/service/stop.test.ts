import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { openDoor } from '../support/database-door.ts'
import { cloneDatabase } from '../support/harness.ts'
import { processesOf } from '../support/processes-of.ts'
import { spawnService, startProcess, untilReady } from '../support/service-process.ts'
import { until } from '../support/until.ts'

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

test('SIGTERM to npm ends the service and leaves nothing running', async () => {
  const directory = dataDir()
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

test.for([
  [
    'initdb runs',
    (directory: string) => readdirSync(directory).some((name) => name.startsWith('postgres.new-')),
  ],
  ['PostgreSQL starts', (directory: string) => existsSync(join(directory, 'postgres', 'postmaster.pid'))],
] as const)('SIGTERM while %s ends the start', async ([_, isNow]) => {
  const directory = dataDir()
  const { child, ended, output } = spawnService({ KONTOR_DATA_DIR: directory })
  await until('the moment has come', () => isNow(directory), { every: 5 })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output()).not.toContain('Server listening')
  expect(readdirSync(directory).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
  expect(processesOf(directory)).toEqual([])
  await expectUsable(directory)
})

test('SIGTERM while migrations wait for another node ends the start', async () => {
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

test('SIGTERM ends the service while the database does not respond', async () => {
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

test('SIGTERM ends the service while clients neither send nor read', async () => {
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

test.for([
  ['with the embedded PostgreSQL', async () => ({})],
  ['with another database', async () => ({ DATABASE_URL: await cloneDatabase() })],
] as const)('a data directory that cannot be made is refused in one sentence, %s', async ([_, env]) => {
  // Node's own recursive mkdir never returns for this path.
  const directory = `/proc/kontor-${randomUUID()}`
  directories.push(directory)
  const { ended, output } = spawnService({ KONTOR_DATA_DIR: directory, ...(await env()) })
  expect(await ended).toBe(1)
  expect(output()).toBe(
    `kontor: The data directory ${directory} cannot be made: set KONTOR_DATA_DIR to a directory that the service can write to.\n`,
  )
})

test('a database that accepts connections and never responds does not keep the service from stopping', async () => {
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
})
