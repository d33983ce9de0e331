import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import type { Role } from '../../../contract/api/roles.ts'
import { buildService, type Service } from '../../../server/app.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import type { PasswordSettings } from '../../../server/features/administrators/passwords/password-hasher.ts'
import { connect, type Db } from '../../../server/platform/db/database.ts'
import { createNotifications, type Notifications } from '../../../server/platform/db/notifications.ts'
import type { FileSystem } from '../../../server/platform/files/file-system.ts'
import type { Timers } from '../../../server/platform/jobs/timers.ts'
import type { Threads } from '../../../server/platform/workers/threads.ts'
import { createServiceDatabase, dropDatabase, serviceUrl } from '../database/superuser.ts'
import { checkAgainstOpenApi } from '../http/openapi-check.ts'
import { keptThreads } from './kept-threads.ts'
import { givenSession } from './signed-in.ts'

/** Most tests put people and their sessions into the database past the service, which a verification would tell of. */
export const unverified = 86_400_000

/** A hash with the settings of users takes 40 ms of processor time. */
export const cheapPasswords: PasswordSettings = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export interface Options {
  /**
   * Connections of the service's pool. One on purpose: a query that escapes its transaction cannot get a second one,
   * so the test hangs instead of the bug reaching production. Race tests ask for `connectionsFor(callers)`.
   */
  connections?: number
  env?: Record<string, string>
  /** Any free one unless given. */
  port?: number
  /** The timers of periodic jobs; those of Node unless given. */
  timers?: Timers
  /** Time for the inspection of an uploaded file. */
  inspectionMs?: number
  /** All memory that there is, in bytes. */
  memory?: number
  /** For tests in which threads are lost; otherwise they are kept for the next file. */
  threads?: Threads
  /** The cost of passwords as users have it, for tests of that. */
  passwordSettings?: PasswordSettings
  /** Where the service writes files, in this data directory; the real disk unless given. */
  fileSystem?: (dataDir: string) => FileSystem
}

export interface Reply {
  status: number
  headers: Headers
  // Tests look into bodies of every shape; their schema is checked on arrival.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  delete(path: string, headers?: Record<string, string>): Promise<Reply>
  token: string | null
  id: string | null
  sessionId: string | null
}

export interface TestServer {
  service: Service
  /** Connections apart from the service's pool, for looking and for setting up. */
  db: Db
  url: string
  /** As the owner of the tables. The service has a role of its own (`serviceUrl`), also as a node or a command. */
  databaseUrl: string
  dataDir: string
  config: Config
  /** Every line that was logged. */
  logged: string[]
  /** The service's clock; assign to `clock.at` to set it, null for the real time. */
  clock: { at: Date | null }
  anonymous: Client
  /** A client with a living session of an administrator with this role. */
  signIn(role?: Role, overrides?: { email?: string; authenticatedAt?: Date }): Promise<Client>
}

/** A service on its own database, called over real HTTP. Every response is checked against /openapi.json. */
export function startServer(options: Options = {}): TestServer {
  const server = {} as TestServer
  let close: () => Promise<void>
  beforeAll(async () => {
    close = await open(server, options)
  })
  let seen = 0
  beforeEach(({ onTestFailed }) => {
    seen = server.logged.length
    // The response names no cause.
    onTestFailed(() => {
      for (const line of warnings(server.logged.slice(seen))) console.error(line)
    })
  })
  afterAll(() => close())
  return server
}

/** The last of the lines that a person would be shown. */
function warnings(lines: readonly string[]): string[] {
  return lines.filter((line) => Number(JSON.parse(line).level) >= 40).slice(-20)
}

async function open(
  server: TestServer,
  {
    connections = 1,
    env = {},
    port = 0,
    timers,
    inspectionMs,
    memory,
    fileSystem,
    threads = keptThreads,
    passwordSettings = cheapPasswords,
  }: Options,
): Promise<() => Promise<void>> {
  server.databaseUrl = await cloneDatabase()
  server.dataDir = mkdtempSync(join(inject('runDir'), 'data-'))
  server.config = readConfig({
    KONTOR_DATA_DIR: server.dataDir,
    KONTOR_RATE_LIMIT: 'off',
    // Most tests need an approved organization, and not how it became one: test/organizations/kyb-gate.test.ts does.
    KONTOR_KYB_REQUIRES: 'none',
    ...env,
  })
  server.logged = []
  server.clock = { at: null }
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        server.logged.push(String(chunk))
        done()
      },
    }),
  )
  // Tests hold locks while they wait for callers.
  const owner = connect(server.databaseUrl, { max: 4, unlimited: true, idleTransactionMs: 0 })
  server.db = owner
  const url = serviceUrl(server.databaseUrl)
  const pool = connect(url, { max: connections })
  const notifications: Notifications = createNotifications({ url, log })
  server.service = await buildService({
    config: server.config,
    db: pool,
    owner,
    notifications,
    log,
    now: () => server.clock.at ?? new Date(),
    timers,
    inspectionMs,
    memory,
    fileSystem: fileSystem?.(server.dataDir),
    threads,
    passwordSettings,
    verificationMs: unverified,
  })
  server.url = await server.service.app.listen({ port, host: '127.0.0.1' })
  // As in production: whoever is created later is nobody whom the first start could prove.
  if (server.config.adminEmail) await server.service.firstOwner.ensure()
  await server.service.start()
  server.anonymous = client(server, null, null, null)
  server.signIn = (role = 'owner', overrides = {}) => signIn(server, role, overrides)
  return async () => {
    await server.service.stop()
    await notifications.close()
    await pool.destroy()
    await owner.destroy()
    // They would be hundreds at the end of the run, in memory on most machines.
    await dropDatabase(server.databaseUrl)
    rmSync(server.dataDir, { recursive: true, force: true })
    // The module of the test stays until the worker ends, and would keep the whole service.
    for (const key of Object.keys(server)) delete server[key as keyof TestServer]
  }
}

/** A database without any table. */
export function emptyDatabase(): Promise<string> {
  return createServiceDatabase(inject('postgresUrl'), `empty_${randomUUID().replaceAll('-', '')}`)
}

/** An empty, migrated database of its own. */
export async function cloneDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return createServiceDatabase(inject('postgresUrl'), name, { template: 'template_test' })
}

async function signIn(
  server: TestServer,
  role: Role,
  overrides: { email?: string; authenticatedAt?: Date },
): Promise<Client> {
  const surroundings = { db: server.db, service: server.service, now: server.clock.at ?? new Date() }
  const { token, id, sessionId } = await givenSession(surroundings, role, overrides)
  return client(server, token, id, sessionId)
}

/** A client that sends this Bearer, or none. */
export function client(
  server: { url: string },
  token: string | null,
  id: string | null = null,
  sessionId: string | null = null,
): Client {
  const call = (method: string) => (path: string, body?: unknown, headers?: Record<string, string>) =>
    send(server, method, path, token, body, headers)
  return {
    get: (path, headers) => send(server, 'GET', path, token, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: (path, headers) => send(server, 'DELETE', path, token, undefined, headers),
    token,
    id,
    sessionId,
  }
}

async function send(
  server: { url: string },
  method: string,
  path: string,
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
  })
  const contentType = response.headers.get('content-type')
  const reply = {
    status: response.status,
    headers: response.headers,
    body: contentType?.startsWith('application/json') ? await response.json() : await response.text(),
  }
  checkAgainstOpenApi(method, path, reply)
  return reply
}

function isRaw(body: unknown): body is string | FormData | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
}
