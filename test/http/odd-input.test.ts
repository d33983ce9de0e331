import { expect, test } from 'vitest'
import { startServer } from '../support/harness.ts'

const server = startServer()

test('a body with too many levels is 400', async () => {
  const owner = await server.signIn('owner')
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const body = `${open.repeat(20_000)}1${close.repeat(20_000)}`
    const reply = await owner.post('/v1/organizations', body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'unreadable' } })
  }
  const shallow = await owner.post('/v1/organizations', '[[[[1]]]]')
  expect(shallow.status).toBe(422)
})

test.each([
  '/v1/audit-events?action=%00',
  '/v1/audit-events/export?actor_id=a%00b',
  '/v1/secret-approvals?status=%00',
  '/v1/purchase-requests?status=%00',
  '/v1/organizations?q=%00',
  '/v1/organizations/search?q=%00',
])('a NUL character in a filter matches nothing: %s', async (path) => {
  const owner = await server.signIn('owner')
  expect((await owner.get(path)).status).toBe(200)
})
