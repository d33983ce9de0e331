import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recordEvent } from '../../server/platform/events/outbox.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const open: AbortController[] = []
// The connection that hears of changes comes up beside the service: until then streams are refused.
beforeAll(async () => {
  const auditor = await server.signIn('auditor')
  await vi.waitUntil(async () => (await listen(auditor)).status === 200, { timeout: 20_000 })
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort()
  server.clock.at = null
})

/** Listens as a browser does with fetch: what came so far, and whether the server ended it. */
async function listen(client: Client) {
  const stream = new AbortController()
  open.push(stream)
  const response = await fetch(`${server.url}/v1/events`, {
    headers: { authorization: `Bearer ${client.token}` },
    signal: stream.signal,
  })
  const heard = { status: response.status, headers: response.headers, text: '', ended: false }
  const read = async () => {
    for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk).toString()
    heard.ended = true
  }
  read().catch(() => {})
  return heard
}

const hints = ({ text }: { text: string }) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json as string))

const tellOfSecret = (id: string) =>
  recordEvent(server.db, {
    type: 'secret.read',
    object: { type: 'organization', id },
    data: { mnemonic: 'read' },
    at: new Date(),
  })

test('a change arrives as an event with ids and without data', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const heard = await listen(operator)
  expect(heard.status).toBe(200)
  expect(heard.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(heard.headers.get('cache-control')).toContain('no-store')

  const request = await givenRequest(operator, buyer.id)

  await expect.poll(() => hints(heard)).toHaveLength(1)
  expect(hints(heard)).toEqual([
    {
      type: 'purchase_request.created',
      object_type: 'purchase_request',
      object_id: request.id,
      organization_id: buyer.id,
    },
  ])
  expect(heard.text).toContain('event: purchase_request.created\n')
})

const positionOf = async (heard: { text: string }) => {
  await expect.poll(() => heard.text).toMatch(/^id: .+$/m)
  return /^id: (.+)$/m.exec(heard.text)?.[1] as string
}

test('a stream tells its position: each change is before it, or comes as an event', async () => {
  const operator = await server.signIn('operator')
  const page = (await operator.get('/v1/changes?after=now')).body.cursor as string
  // What others change between the load of a page and the opening of its stream.
  const buyer = await givenBuyer(server)
  const before = await givenRequest(operator, buyer.id)
  const heard = await listen(operator)
  const position = await positionOf(heard)
  expect(heard.text).toContain(`\n\nid: ${position}\n\n`)
  const missed = await operator.get(`/v1/changes?after=${page}&limit=1000`)
  expect(missed.body.cursor).toBe(position)
  expect(missed.body.items.map(({ object }: { object: { id: string } }) => object.id)).toContain(before.id)
  expect((await operator.get(`/v1/changes?after=${position}`)).body).toEqual({ items: [], cursor: position })
  expect(hints(heard)).toEqual([])

  const after = await givenRequest(operator, buyer.id)
  await expect.poll(() => hints(heard).map((hint) => hint.object_id)).toEqual([after.id])
  // Another stream, as after a reconnect, begins where this one has come to.
  const again = await positionOf(await listen(operator))
  expect((await operator.get(`/v1/changes?after=${position}`)).body).toMatchObject({
    items: [{ object: { id: after.id } }],
    cursor: again,
  })
})

test('each change is heard of once or more while streams open all the time', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const start = (await operator.get('/v1/changes?after=now')).body.cursor as string
  const made: string[] = []
  const writing = (async () => {
    for (let i = 0; i < 12; i++) made.push((await givenRequest(operator, buyer.id)).id)
  })()
  const streams = []
  for (let i = 0; i < 8; i++) streams.push(await listen(operator))
  await writing
  for (const heard of streams) {
    const position = await positionOf(heard)
    const { items } = (await operator.get(`/v1/changes?after=${start}&limit=1000`)).body as {
      items: { cursor: string; object: { id: string } }[]
    }
    const end = items.findIndex(({ cursor }) => cursor === position)
    const known = new Set(items.slice(0, end + 1).map(({ object }) => object.id))
    await expect
      .poll(() => made.filter((id) => !known.has(id) && !hints(heard).some((hint) => hint.object_id === id)))
      .toEqual([])
  }
})

test('everybody gets only events that their role may read', async () => {
  const [operator, auditor] = [await server.signIn('operator'), await server.signIn('auditor')]
  const buyer = await givenBuyer(server)
  const [low, high] = [await listen(operator), await listen(auditor)]
  await tellOfSecret(buyer.id)
  await givenRequest(operator, buyer.id)
  await expect
    .poll(() => hints(high).map((hint) => hint.type))
    .toEqual(['secret.read', 'purchase_request.created'])
  await expect.poll(() => hints(low).map((hint) => hint.type)).toEqual(['purchase_request.created'])
})

test('the stream of a revoked session ends without further events', async () => {
  const [operator, owner] = [await server.signIn('operator'), await server.signIn('owner')]
  const buyer = await givenBuyer(server)
  const [revoked, other] = [await listen(operator), await listen(owner)]
  await server.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(), revoked_because: 'logout' })
    .where('id', '=', operator.sessionId as string)
    .execute()
  await expect.poll(() => revoked.ended).toBe(true)
  await givenRequest(owner, buyer.id)
  await expect.poll(() => hints(other)).toHaveLength(1)
  expect(hints(revoked)).toEqual([])
  expect((await listen(operator)).status).toBe(401)
})

test('a stream ends when its token expires, without further events', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const heard = await listen(operator)
  server.clock.at = new Date(Date.now() + 16 * 60_000)
  await tellOfSecret(buyer.id)
  await expect.poll(() => heard.ended).toBe(true)
  expect(hints(heard)).toEqual([])
})

test('a changed role applies to open streams', async () => {
  const administrator = await server.signIn('auditor')
  const buyer = await givenBuyer(server)
  const heard = await listen(administrator)
  await tellOfSecret(buyer.id)
  await expect.poll(() => hints(heard)).toHaveLength(1)
  await changeAdministrators(server, { role: 'operator' }, administrator.id as string)
  const owner = await server.signIn('owner')
  await tellOfSecret(buyer.id)
  await givenRequest(owner, buyer.id)
  await expect
    .poll(() => hints(heard).map((hint) => hint.type))
    .toEqual(['secret.read', 'purchase_request.created'])
})

test('streams need credentials and are limited in number', async () => {
  expect((await server.anonymous.get('/v1/events')).status).toBe(401)
  const operator = await server.signIn('operator')
  for (let i = 0; i < 20; i++) expect((await listen(operator)).status).toBe(200)
  const one = await listen(operator)
  expect(one.status).toBe(429)
  expect(one.headers.get('retry-after')).toBe('30')
  for (const stream of open.splice(0)) stream.abort()
  await expect.poll(async () => (await listen(operator)).status).toBe(200)
})
