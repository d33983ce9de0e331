import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_RATE_LIMIT: 'on' }, connections: 2 })
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(server)
})
afterAll(() => node.stop())

test.runIf(isFull)('requests on one node count on the other', async () => {
  // The middle of a minute that does not end.
  server.clock.at = new Date(Date.UTC(2026, 10, 1, 12, 0, 15))
  const here = await server.signIn('auditor')
  const there = client(node, here.token)
  const ask = (at: typeof here) => at.get('/v1/organizations?limit=0')
  for (let sent = 0; sent < 1_100; sent += 50) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask(here)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([422]))
  }
  // The other node lets a tenth of the limit pass before it asks, and then knows that nothing is left.
  await Promise.all(Array.from({ length: 120 }, () => ask(there)))
  await expect.poll(async () => (await ask(there)).status).toBe(429)
  await expect.poll(async () => (await ask(here)).status).toBe(429)
})
