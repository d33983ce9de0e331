import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { withoutNotifications } from '../support/database/notification-filter.ts'
import { givenAdministrator, login, startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'

const server = startServer()
const logged: string[] = []
let door: Door
let node: Awaited<ReturnType<typeof startNode>>

beforeAll(async () => {
  door = await openDoor(server.databaseUrl, withoutNotifications)
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  node = await startNode(server, { databaseUrl: door.url, log: pino(sink) })
})
afterAll(async () => {
  await node.stop()
  await door.close()
})

test('a node that notifications do not reach is not ready and says why', async () => {
  await expect
    .poll(() => client(node, null).get('/readyz'))
    .toMatchObject({
      status: 503,
      body: { status: 'not_ready', database: 'ok', notifications: 'not_delivered' },
    })
  const errors = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(errors).toMatchObject([{ msg: expect.stringContaining('pooler in transaction mode') }])
  expect(await server.anonymous.get('/readyz')).toMatchObject({
    status: 200,
    body: { notifications: 'ok' },
  })
  expect(await metric(node, 'kontor_notifications_state', { state: 'not_delivered' })).toBe(1)
  expect(await metric(node, 'kontor_notifications_state', { state: 'ok' })).toBe(0)
  expect(await metric(server, 'kontor_notifications_state', { state: 'ok' })).toBe(1)
})

test('a session that was revoked elsewhere ends on such a node at once', async () => {
  const { email } = await givenAdministrator(server)
  const { body } = await login(server, email)
  const there = client(node, body.access_token)
  expect((await there.get('/v1/auth/me')).status).toBe(200)
  expect((await there.get('/v1/auth/me')).status).toBe(200)
  const owner = await server.signIn('owner')
  expect((await owner.delete(`/v1/sessions/${body.admin.session.id}`)).status).toBe(200)
  expect((await there.get('/v1/auth/me')).status).toBe(401)
})
