import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { bodyRefresh, givenAdministrator, login, startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer()
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(server)
})
afterAll(() => node.stop())

async function signedInOnBoth() {
  const { id, email } = await givenAdministrator(server)
  const { body } = await login(server, email)
  const here = client(server, body.access_token)
  const there = client(node, body.access_token)
  expect((await here.get('/v1/auth/me')).status).toBe(200)
  expect((await there.get('/v1/auth/me')).status).toBe(200)
  return { id, here, there, body }
}

test('a node accepts tokens that another node signed, and publishes both keys', async () => {
  await signedInOnBoth()
  const { body } = await client(node, null).get('/.well-known/jwks.json')
  expect(body.keys.length).toBeGreaterThanOrEqual(2)
})

test.each(['logout', 'revocation', 'disabling', 'a hand-written update'])(
  'after %s on one node, the other one refuses the session',
  async (what) => {
    const { id, here, there, body } = await signedInOnBoth()
    const owner = await server.signIn('owner')
    if (what === 'logout') await here.post('/v1/auth/logout')
    if (what === 'revocation') await owner.delete(`/v1/sessions/${body.admin.session.id}`)
    if (what === 'disabling') await owner.post(`/v1/administrators/${id}/disable`)
    if (what.startsWith('a hand')) {
      await sql`update sessions set revoked_at = now(), revoked_because = 'revoked' where administrator_id = ${id}`.execute(
        server.db,
      )
    }
    // The notification is on its way from the commit on; how long that may take is bounded in ADR 0050.
    await expect.poll(async () => (await there.get('/v1/auth/me')).status, { interval: 5 }).toBe(401)
    await expect.poll(async () => (await here.get('/v1/auth/me')).status, { interval: 5 }).toBe(401)
  },
)

test('a changed role applies on the other node', async () => {
  const { id, there } = await signedInOnBoth()
  expect((await there.get('/v1/audit-events')).status).toBe(403)
  const owner = await server.signIn('owner')
  await owner.patch(`/v1/administrators/${id}`, { role: 'auditor' })
  await expect.poll(async () => (await there.get('/v1/audit-events')).status, { interval: 5 }).toBe(200)
})

test('while a node gets no notifications, it queries the database each time', async () => {
  const { there, body } = await signedInOnBoth()
  // Cut the listening connections and keep them from coming back while the session ends.
  await server.db.transaction().execute(async (db) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'kontor listen'`.execute(db)
    await expect.poll(() => node.notifications.isLive()).toBe(false)
    await db
      .updateTable('sessions')
      .set({ revoked_at: new Date(), revoked_because: 'revoked' })
      .where('id', '=', body.admin.session.id)
      .execute()
  })
  expect((await there.get('/v1/auth/me')).status).toBe(401)
  await expect.poll(() => node.notifications.isLive(), { timeout: 5_000 }).toBe(true)
})

test.runIf(isFull)('a connection that has become silent is not trusted', async () => {
  await expect.poll(() => node.notifications.isLive(), { timeout: 5_000 }).toBe(true)
  const { there } = await signedInOnBoth()
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'kontor listen'`.execute(server.db)
  // A stopped backend is what a dead network looks like from here: the connection stays open and says nothing.
  const pids = rows.map(({ pid }) => pid)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(() => node.notifications.isLive(), { timeout: 10_000 }).toBe(false)
    expect((await there.get('/v1/auth/me')).status).toBe(200)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await expect.poll(() => node.notifications.isLive(), { timeout: 10_000 }).toBe(true)
})

test('a session can be refreshed on another node', async () => {
  const { body } = await signedInOnBoth()
  const first = await bodyRefresh(server, body.refresh_token)
  const again = await client(node, null).post('/v1/auth/refresh', { refresh_token: body.refresh_token })
  expect(again.body.refresh_token).toBe(first.body.refresh_token)
})

test('a node renews its key after a day, and existing tokens stay valid', async () => {
  const almost = Date.now() + 24 * 3600 * 1000 - 60_000
  server.clock.at = new Date(almost)
  await server.service.tokens.beat()
  await node.service.tokens.beat()
  const { body, there } = await signedInOnBoth()
  server.clock.at = new Date(almost + 60_000)
  await server.service.tokens.beat()

  const kid = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid
  const next = await login(server, (await givenAdministrator(server)).email)
  expect(kid(next.body.access_token)).not.toBe(kid(body.access_token))
  expect((await there.get('/v1/auth/me')).status).toBe(200)
  expect((await client(node, next.body.access_token).get('/v1/auth/me')).status).toBe(200)
  const { body: jwks } = await client(node, null).get('/.well-known/jwks.json')
  const published = jwks.keys.map((key: { kid: string }) => key.kid)
  expect(published).toEqual(expect.arrayContaining([kid(body.access_token), kid(next.body.access_token)]))
  server.clock.at = null
})
