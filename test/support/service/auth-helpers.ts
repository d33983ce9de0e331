import pino, { type Logger } from 'pino'
import type { Role } from '../../../contract/api/roles.ts'
import { buildService } from '../../../server/app.ts'
import { createPasswordHasher } from '../../../server/features/administrators/passwords/password-hasher.ts'
import { connect } from '../../../server/platform/db/database.ts'
import { newId } from '../../../server/platform/db/ids.ts'
import { createNotifications } from '../../../server/platform/db/notifications.ts'
import { insertProvenAdministrator } from '../database/proven-rows.ts'
import { serviceUrl } from '../database/superuser.ts'
import { type Client, cheapPasswords, client, type Reply, type TestServer, unverified } from './harness.ts'

export const password = 'синий чайник едет домой'
const hasher = createPasswordHasher({ threads: 1, settings: cheapPasswords })
let hashed: Promise<string> | undefined

/** An administrator who can really sign in, with `password`. */
export async function givenAdministrator(
  server: TestServer,
  { email = `someone-${newId().slice(-12)}@example.com`, role = 'operator' as Role, name = 'Somebody' } = {},
): Promise<{ id: string; email: string }> {
  hashed ??= hasher.hash(password)
  const at = server.clock.at ?? new Date()
  const id = newId()
  await insertProvenAdministrator(server, { id, email, name, role, password_hash: await hashed, at })
  return { id, email }
}

export function login(
  server: TestServer,
  email: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  return server.anonymous.post('/v1/auth/login', { email, password, ...fields }, headers)
}

export function bearer(server: TestServer, token: string): Client {
  return client(server, token)
}

/** The refresh token in the Set-Cookie of a response. */
export function cookieToken({ headers }: Reply): string {
  return /__Host-kontor_refresh=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
}

export function cookieRefresh(
  server: TestServer,
  token: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return server.anonymous.post('/v1/jwt/refresh', undefined, {
    cookie: `__Host-kontor_refresh=${token}`,
    ...headers,
  })
}

export function bodyRefresh(server: TestServer, refresh_token: string): Promise<Reply> {
  return server.anonymous.post('/v1/auth/refresh', { refresh_token })
}

/** Every audit row that was written, also those that are written a moment late. */
export async function auditRows(server: TestServer): Promise<Record<string, unknown>[]> {
  await server.service.deferredAudit.flush()
  const rows = await server.db.selectFrom('audit_events').select('event').orderBy('seq').execute()
  return rows.map(({ event }) => JSON.parse(event) as Record<string, unknown>)
}

export interface NodeOptions {
  /** The way to the database; that of `server` unless given. */
  databaseUrl?: string
  log?: Logger
  /** The clock of the node's machine. Then the node follows the clock of the database, not `server.clock`. */
  systemTime?: () => number
}

/** Another node of the same installation: its own pool, listener, signing key and memory. */
export async function startNode(
  server: TestServer,
  { databaseUrl = server.databaseUrl, log = pino({ level: 'silent' }), systemTime }: NodeOptions = {},
) {
  const at = serviceUrl(databaseUrl)
  const db = connect(at, { max: 2 })
  const owner = connect(databaseUrl, { max: 1 })
  const notifications = createNotifications({ url: at, log })
  const now = systemTime ? undefined : () => server.clock.at ?? new Date()
  const service = await buildService({
    config: server.config,
    db,
    owner,
    notifications,
    log,
    now,
    systemTime,
    verificationMs: unverified,
  })
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  await service.start()
  return {
    url,
    service,
    notifications,
    async stop() {
      await service.stop()
      await notifications.close()
      await Promise.all([db.destroy(), owner.destroy()])
    },
  }
}
