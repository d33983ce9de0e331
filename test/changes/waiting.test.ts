import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { type Client, client, type Reply, startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'

const server = startServer()
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(server)
})
afterAll(() => node?.stop())

const now = async (client: Client): Promise<string> => (await client.get('/v1/changes?after=now')).body.cursor

/** How many clients wait at a node. */
const waiting = (at: { url: string } = server) => metric(at, 'kontor_changes_clients_waiting')

function follow(client: Client, cursor: string, seconds = 60) {
  const answer: { reply?: Reply } = {}
  const done = client.get(`/v1/changes?after=${cursor}&wait=${seconds}`).then((reply) => {
    answer.reply = reply
    return reply
  })
  return { answer, done }
}

test('a wait ends with the change of another node, not with one that the caller may not see', async () => {
  const [operator, owner] = [await server.signIn('operator'), await server.signIn('owner')]
  const buyer = await givenBuyer(server)
  const { answer, done } = follow(operator, await now(operator))
  await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 30_000 })
  const other = client(node, owner.token)
  expect((await other.post('/v1/api-keys', { name: 'Unseen', scopes: ['requests:read'] })).status).toBe(201)
  expect(answer.reply).toBeUndefined()
  const request = await givenRequest(other, buyer.id)
  const { body } = await done
  expect(body.items).toEqual([
    expect.objectContaining({
      type: 'purchase_request.created',
      object: { type: 'purchase_request', id: request.id },
    }),
  ])
  expect(await waiting()).toBe(0)
})

test('a wait without a change ends with the same cursor', async () => {
  const operator = await server.signIn('operator')
  const start = await now(operator)
  expect((await operator.get(`/v1/changes?after=${start}&wait=1`)).body).toEqual({ items: [], cursor: start })
})

test('a client that has gone waits no longer', async () => {
  const operator = await server.signIn('operator')
  const gone = new AbortController()
  const asked = fetch(`${server.url}/v1/changes?after=now&wait=60`, {
    headers: { authorization: `Bearer ${operator.token}` },
    signal: gone.signal,
  })
  await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 30_000 })
  gone.abort()
  await expect(asked).rejects.toThrow()
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 30_000 })
})

test('somebody whose session ended during the wait is told so, and nothing else', async () => {
  const [operator, owner] = [await server.signIn('operator'), await server.signIn('owner')]
  const buyer = await givenBuyer(server)
  const { done } = follow(operator, await now(operator))
  await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 30_000 })
  await owner.delete(`/v1/sessions/${operator.sessionId}`)
  await givenRequest(owner, buyer.id)
  expect((await done).status).toBe(401)
})

test('a caller may wait with twenty requests at once on a node', async () => {
  const operator = await server.signIn('operator')
  const start = await now(operator)
  const all = Array.from({ length: 20 }, () => follow(operator, start))
  await vi.waitUntil(async () => (await waiting()) === 20, { timeout: 30_000 })
  const { status, body } = await operator.get(`/v1/changes?after=${start}&wait=60`)
  expect([status, body.code]).toEqual([429, 'too_many_streams'])
  expect((await operator.get(`/v1/changes?after=${start}`)).status).toBe(200)
  const buyer = await givenBuyer(server)
  await givenRequest(await server.signIn('owner'), buyer.id)
  const replies = await Promise.all(all.map(({ done }) => done))
  expect(new Set(replies.map(({ body }) => body.items.length))).toEqual(new Set([1]))
})

test('a node that stops answers those who wait', async () => {
  const operator = await server.signIn('operator')
  const { done } = follow(client(node, operator.token), await now(operator))
  await vi.waitUntil(async () => (await waiting(node)) === 1, { timeout: 30_000 })
  const stopped = node.service.stop()
  expect((await done).body.items).toEqual([])
  await stopped
})
