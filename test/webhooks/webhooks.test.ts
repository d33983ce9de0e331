import { afterEach, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { isFull } from '../support/cases/scale.ts'
import { readCsv } from '../support/files/read-csv.ts'
import { givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Response, startReceiver } from '../support/outside/webhook-receiver.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })
const cleanup: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanup.splice(0)) await step()
  server.clock.at = null
})

/** An endpoint with a server behind it, both gone after the test. */
async function givenEndpoint(owner: Client, body: Record<string, unknown> = {}, response?: Response) {
  const receiver = await startReceiver(response)
  const created = await owner.post('/v1/webhooks', { url: receiver.url, ...body })
  expect(created.status).toBe(201)
  cleanup.push(
    () => owner.delete(`/v1/webhooks/${created.body.id}`),
    () => server.service.webhookDelivery.idle(),
    receiver.close,
  )
  return { receiver, id: created.body.id as string, secret: created.body.secret as string, created }
}

async function deliveries(owner: Client, id: string, query = '') {
  const { status, body } = await owner.get(`/v1/webhooks/${id}/deliveries?${query}`)
  expect(status).toBe(200)
  return body.items as Record<string, unknown>[]
}

/** Lets so much time pass; the session's token must still be good then. */
function later(seconds: number): void {
  server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + seconds * 1000)
  server.service.webhookDelivery.wake()
}

const arrived = (receiver: { received: unknown[] }, count: number) =>
  expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(count)

test('events are delivered, signed as in the specification', async () => {
  const owner = await server.signIn('owner')
  const { receiver, secret, id } = await givenEndpoint(owner)
  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review)

  await arrived(receiver, 2)

  const [first, second] = receiver.received
  expect(first?.message).toMatchObject({
    type: 'purchase_request.created',
    object: { type: 'purchase_request', id: request.id },
    path: `/v1/purchase-requests/${request.id}`,
    organization_id: buyer.id,
    data: { number: request.number, status: 'new', total_amount: '92301.08' },
  })
  expect(second?.message).toMatchObject({
    type: 'purchase_request.status_changed',
    data: { status: 'in_review', previous_status: 'new' },
  })
  expect((await owner.get(first?.message.path as string)).body).toMatchObject({ id: request.id })
  for (const one of receiver.received) {
    expect(receiver.verify(secret, one)).toEqual(one.message)
    expect(one.headers).toMatchObject({ 'webhook-id': one.message.id, 'content-type': 'application/json' })
  }
  await expect.poll(() => deliveries(owner, id, 'state=delivered')).toHaveLength(2)
  expect((await deliveries(owner, id))[0]).toMatchObject({
    event_type: 'purchase_request.status_changed',
    state: 'delivered',
    attempts: 1,
    response_status: 204,
    response_excerpt: '',
    error: null,
    error_code: null,
    error_context: null,
    next_attempt_at: null,
  })
  const metrics = await fetch(`${server.url}/metrics`)
  expect(await metrics.text()).toMatch(/kontor_webhook_attempts_total\{outcome="delivered"\} [1-9]/)
})

test('an endpoint gets only the subscribed events', async () => {
  const owner = await server.signIn('owner')
  const { receiver } = await givenEndpoint(owner, { event_types: ['purchase_request.status_changed'] })
  const buyer = await givenBuyer(server)
  await givenRequest(owner, buyer.id, {}, review)
  await arrived(receiver, 1)
  expect(receiver.received[0]?.message.type).toBe('purchase_request.status_changed')
})

test('a failed delivery is retried with the same id, and only events of the same object wait', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  let broken = ''
  const { receiver, id } = await givenEndpoint(owner, {}, ({ message }) =>
    message.object.id === broken ? { status: 500, body: 'out of\u0000 order' } : { status: 200 },
  )
  const stuck = await givenRequest(owner, buyer.id)
  await arrived(receiver, 1)
  broken = stuck.id
  await owner.patch(`/v1/purchase-requests/${stuck.id}/status`, review)
  await arrived(receiver, 2)
  await owner.patch(`/v1/purchase-requests/${stuck.id}/status`, { status: 'on_hold', reason_code: 'other' })
  const other = await givenRequest(owner, buyer.id)
  await arrived(receiver, 3)
  expect(receiver.received[2]?.message.object.id).toBe(other.id)
  await expect
    .poll(async () => (await deliveries(owner, id, 'state=pending')).at(-1))
    .toMatchObject({
      attempts: 1,
      response_status: 500,
      response_excerpt: 'out of� order',
      error: 'The endpoint responded with 500.',
      error_code: 'response_status',
      error_context: { status: 500 },
    })

  broken = ''
  later(6)
  await arrived(receiver, 5)
  const [, failed, , retried, last] = receiver.received
  expect(retried?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
  expect(retried?.body).toBe(failed?.body)
  expect(last?.message.data.status).toBe('on_hold')
})

test('an endpoint that hangs does not delay others', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const hanging = await givenEndpoint(owner, {}, () => 'hang')
  const quick = await givenEndpoint(owner)
  for (let i = 0; i < 6; i++) await givenRequest(owner, buyer.id)
  await arrived(quick.receiver, 6)
  // As many as it has places, and not one more.
  await arrived(hanging.receiver, 4)
  expect(await deliveries(owner, hanging.id, 'state=pending')).toHaveLength(6)
  await hanging.receiver.close()
})

test.runIf(isFull)(
  'after three days an event is parked, the next ones are sent, and it can be sent again',
  async () => {
    const owner = await server.signIn('owner')
    const buyer = await givenBuyer(server)
    let status = 503
    const { receiver, id } = await givenEndpoint(owner, {}, () => ({ status }))
    const request = await givenRequest(owner, buyer.id, {}, review)
    await arrived(receiver, 1)
    await server.service.webhookDelivery.idle()
    await server.db
      .updateTable('webhook_deliveries')
      .set({ first_attempt_at: new Date(Date.now() - 72 * 3600_000) })
      .where('endpoint_id', '=', id)
      .where('attempts', '=', 1)
      .execute()
    later(10)
    await arrived(receiver, 3)
    expect(receiver.received.map(({ message }) => message.data.status)).toEqual(['new', 'new', 'in_review'])
    await server.service.webhookDelivery.idle()
    const [parked] = await deliveries(owner, id, 'state=parked')
    expect(parked).toMatchObject({
      state: 'parked',
      attempts: 2,
      object: { id: request.id },
      next_attempt_at: null,
    })

    status = 200
    const again = await owner.post(`/v1/webhooks/${id}/deliveries/${parked?.id}/redeliver`)
    expect(again).toMatchObject({ status: 200, body: { id: parked?.id, state: 'pending', attempts: 0 } })
    await arrived(receiver, 4)
    await server.service.webhookDelivery.idle()
    later(6)
    await expect.poll(() => deliveries(owner, id, 'state=delivered')).toHaveLength(2)
    expect(receiver.received.slice(3).map(({ message }) => message.data.status)).toEqual(['new', 'in_review'])
  },
)

test('a pending delivery says what it waits for, shows message and response, and can be retried now', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  let response = { status: 503, body: 'closed for lunch' }
  const { receiver, id } = await givenEndpoint(owner, {}, () => response)
  // The clock stands still, so that only the retry can lead to a second attempt.
  server.clock.at = new Date()
  const request = await givenRequest(owner, buyer.id, {}, review)
  await arrived(receiver, 1)
  await server.service.webhookDelivery.idle()
  const list = () => deliveries(owner, id)
  const [behind, first] = (await list()) as [Record<string, unknown>, Record<string, unknown>]
  expect(first).toMatchObject({ attempts: 1, waits_for: null, response_status: 503 })
  expect(new Date(first.next_attempt_at as string).getTime()).toBeGreaterThan(server.clock.at.getTime())
  expect(behind).toMatchObject({ attempts: 0, waits_for: 'earlier_event', next_attempt_at: null })

  const path = `/v1/webhooks/${id}/deliveries/${first.id}`
  const detail = await owner.get(path)
  expect(detail.body).toEqual({ ...first, message: receiver.received[0]?.message })
  expect(detail.body).toMatchObject({ response_excerpt: 'closed for lunch', object: { id: request.id } })

  expect((await owner.patch(`/v1/webhooks/${id}`, { enabled: false })).status).toBe(200)
  expect(await list()).toMatchObject([
    { waits_for: 'endpoint', next_attempt_at: null },
    { waits_for: 'endpoint', next_attempt_at: null },
  ])
  expect((await owner.post(`${path}/redeliver`)).status).toBe(409)
  expect((await owner.patch(`/v1/webhooks/${id}`, { enabled: true })).status).toBe(200)

  response = { status: 200, body: '' }
  const retried = await owner.post(`${path}/redeliver`)
  expect(retried).toMatchObject({ status: 200, body: { state: 'pending', attempts: 1 } })
  await arrived(receiver, 3)
  await server.service.webhookDelivery.idle()
  expect(await list()).toMatchObject([
    { state: 'delivered', attempts: 1, waits_for: null },
    { state: 'delivered', attempts: 2, waits_for: null },
  ])
})

test('deliveries of all endpoints are listed by endpoint, state, type and day, counted and exported', async () => {
  const owner = await server.signIn('owner')
  const [taken, refused] = [
    await givenEndpoint(owner),
    await givenEndpoint(owner, { event_types: ['purchase_request.created'] }, () => ({ status: 500 })),
  ]
  // The clock stands still: what failed is not tried again.
  server.clock.at = new Date()
  const buyer = await givenBuyer(server)
  await givenRequest(owner, buyer.id, {}, review)
  const both = `state=delivered&endpoint_id=${taken.id}`
  const list = async (query: string) => (await owner.get(`/v1/lists/webhook-deliveries?${query}`)).body.items
  await expect.poll(() => list(both)).toHaveLength(2)
  await expect.poll(async () => (await list(`endpoint_id=${refused.id}`))[0]?.attempts).toBe(1)

  expect(await list(both)).toEqual(await deliveries(owner, taken.id))
  const created = 'event_type=purchase_request.created'
  expect(await list(`${created}&state=pending`)).toMatchObject([
    { endpoint_id: refused.id, event_type: 'purchase_request.created', error_code: 'response_status' },
  ])
  expect(
    (await list(`${created}&limit=2`)).map((one: { endpoint_id: string }) => one.endpoint_id).sort(),
  ).toEqual([taken.id, refused.id].sort())
  expect(await list(`${both}&to=2020-01-01`)).toEqual([])
  expect((await owner.get('/v1/lists/webhook-deliveries?state=lost')).status).toBe(422)
  const totals = await owner.get(`/v1/lists/webhook-deliveries/totals?${both}`)
  expect(totals.body).toEqual({ count: 2, is_exact: true, sums: [] })
  const exported = readCsv((await owner.get(`/v1/exports/webhook-deliveries?format=csv&${both}`)).body)
  expect(exported).toMatchObject(
    ['purchase_request.status_changed', 'purchase_request.created'].map((event_type) => ({
      event_type,
      endpoint_url: taken.receiver.url,
      state: 'delivered',
      attempts: '1',
      response_status: '204',
      next_attempt_at: '',
    })),
  )
})

test('an endpoint says since when every delivery fails', async () => {
  const owner = await server.signIn('owner')
  let status = 500
  const { receiver, id } = await givenEndpoint(owner, { event_types: ['desk_company.created'] }, () => ({
    status,
  }))
  const read = async () => (await owner.get(`/v1/webhooks/${id}`)).body as Record<string, unknown>
  const tested = async (count: number) => {
    expect((await owner.post(`/v1/webhooks/${id}/test`)).status).toBe(200)
    await arrived(receiver, count)
    await server.service.webhookDelivery.idle()
    return (await read()).failing_since
  }
  const first = await read()
  expect(first.failing_since).toBe(null)
  server.clock.at = new Date()
  const since = server.clock.at.toISOString()
  expect(await tested(1)).toBe(since)
  const [failed] = await deliveries(owner, id)
  const again = async (count: number) => {
    later(1)
    await owner.post(`/v1/webhooks/${id}/deliveries/${failed?.id}/redeliver`)
    await arrived(receiver, count)
    await server.service.webhookDelivery.idle()
    return (await read()).failing_since
  }
  expect(await again(2)).toBe(since)
  const list = (await owner.get('/v1/webhooks')).body.items as { id: string }[]
  expect(list.find((one) => one.id === id)).toMatchObject({ failing_since: since, version: first.version })
  status = 204
  expect(await again(3)).toBe(null)
  status = 410
  later(1)
  expect(await again(4)).toBe(server.clock.at.toISOString())
  const moved = await owner.patch(`/v1/webhooks/${id}`, { url: `${receiver.url}/new` })
  expect(moved.body).toMatchObject({ enabled: true, failing_since: null })
  expect(await again(5)).toBe(server.clock.at.toISOString())
  await owner.patch(`/v1/webhooks/${id}`, { enabled: false })
  expect((await read()).failing_since).not.toBe(null)
  expect((await owner.patch(`/v1/webhooks/${id}`, { enabled: true })).body.failing_since).toBe(null)
})

test('a test event is sent only to its endpoint', async () => {
  const owner = await server.signIn('owner')
  const [one, two] = [await givenEndpoint(owner), await givenEndpoint(owner)]
  const reply = await owner.post(`/v1/webhooks/${one.id}/test`)
  expect(reply).toMatchObject({ status: 200, body: { event_type: 'webhook.test', endpoint_id: one.id } })
  await arrived(one.receiver, 1)
  expect(one.receiver.verify(one.secret, one.receiver.received[0] as never)).toMatchObject({
    type: 'webhook.test',
  })
  expect(two.receiver.received).toEqual([])
})

test('messages are signed with both secrets during a rotation, and then only with the new one', async () => {
  const owner = await server.signIn('owner')
  const { receiver, id, secret } = await givenEndpoint(owner)
  const yesterday = new Date(Date.now() - 86_400_000)
  const stale = await server.signIn('owner', { authenticatedAt: yesterday })
  expect(await stale.post(`/v1/webhooks/${id}/rotate-secret`, {})).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_required' },
  })
  const rotated = await owner.post(`/v1/webhooks/${id}/rotate-secret`, { overlap_hours: 1 })
  expect(rotated).toMatchObject({ status: 200, body: { version: 2 } })
  await owner.post(`/v1/webhooks/${id}/test`)
  await arrived(receiver, 1)
  const [both] = receiver.received as [never]
  receiver.verify(secret, both)
  receiver.verify(rotated.body.secret, both)

  const final = await owner.post(`/v1/webhooks/${id}/rotate-secret`, { overlap_hours: 0 })
  expect(final.body.previous_secret_expires_at).toBeNull()
  await owner.post(`/v1/webhooks/${id}/test`)
  await arrived(receiver, 2)
  const one = receiver.received[1] as never
  receiver.verify(final.body.secret, one)
  for (const old of [secret, rotated.body.secret]) expect(() => receiver.verify(old, one)).toThrow()
})

test('a disabled endpoint gets no new events, and pending ones are sent when it is enabled', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  let status = 500
  const { receiver, id } = await givenEndpoint(owner, {}, () => ({ status }))
  await givenRequest(owner, buyer.id)
  await arrived(receiver, 1)
  await server.service.webhookDelivery.idle()
  expect((await owner.patch(`/v1/webhooks/${id}`, { enabled: false })).body).toMatchObject({
    enabled: false,
    version: 2,
  })
  await givenRequest(owner, buyer.id)
  expect((await owner.post(`/v1/webhooks/${id}/test`)).status).toBe(409)
  later(10)
  await server.service.webhookDelivery.idle()
  expect(await deliveries(owner, id)).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
  status = 200
  await owner.patch(`/v1/webhooks/${id}`, { enabled: true })
  await arrived(receiver, 2)
})

test.each([
  'http://10.0.0.1/',
  'https://169.254.169.254/latest',
  'https://[::1]:8080/',
  'ftp://example.com/',
  'not a url',
  'https://name:password@example.com/',
])('%s is refused as a target', async (url) => {
  const owner = await server.signIn('owner')
  const reply = await owner.post('/v1/webhooks', { url })
  expect(reply).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'url'], type: 'value_error' }] },
  })
})

test('a target that is no longer allowed is refused at delivery with a reason', async () => {
  const owner = await server.signIn('owner')
  const { receiver, id } = await givenEndpoint(owner)
  await server.db
    .updateTable('webhook_endpoints')
    .set({ url: receiver.url.replace('127.0.0.1', '127.0.0.2') })
    .where('id', '=', id)
    .execute()
  await owner.post(`/v1/webhooks/${id}/test`)
  await expect
    .poll(async () => (await deliveries(owner, id))[0])
    .toMatchObject({
      error: 'The URL is not allowed: its address is not public.',
      error_code: 'url_not_public',
    })
  expect(receiver.received).toEqual([])
})

test('the secret is shown once: not in a read, a replay, the log or the database', async () => {
  const owner = await server.signIn('owner')
  const receiver = await startReceiver()
  cleanup.push(receiver.close)
  const key = { 'idempotency-key': 'hook-1' }
  const body = { url: receiver.url, description: 'CRM' }
  const created = await owner.post('/v1/webhooks', body, key)
  const { secret, id } = created.body
  cleanup.push(() => owner.delete(`/v1/webhooks/${id}`))
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await owner.post('/v1/webhooks', body, key)).toMatchObject({
    status: 409,
    body: { code: 'secret_already_shown', context: { existing_id: id } },
  })
  const read = await owner.get(`/v1/webhooks/${id}`)
  expect(read.body).toMatchObject({ id, description: 'CRM', event_types: null, enabled: true, version: 1 })
  const listed = await owner.get('/v1/webhooks')
  const row = await server.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const bare = secret.slice('whsec_'.length)
  expect(row.secret.includes(Buffer.from(bare, 'base64'))).toBe(false)
  const audit = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('object_id', '=', id)
    .execute()
  for (const text of [
    JSON.stringify(read.body),
    JSON.stringify(listed.body),
    JSON.stringify(audit),
    server.logged.join(),
  ]) {
    expect(text.includes(bare)).toBe(false)
  }
})

test.each(roles.filter((role) => role !== 'owner'))('%s may not manage webhooks', async (role) => {
  const client = await server.signIn(role)
  expect((await client.get('/v1/webhooks')).status).toBe(403)
  expect((await client.post('/v1/webhooks', { url: 'https://example.com/' })).status).toBe(403)
})

test('an unknown endpoint is 404, an old version 409, an empty change 422', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenEndpoint(owner)
  for (const missing of ['none', '%00', '019a0000-0000-7000-8000-000000000000']) {
    expect((await owner.get(`/v1/webhooks/${missing}`)).status).toBe(404)
    expect((await owner.patch(`/v1/webhooks/${missing}`, { enabled: true })).status).toBe(404)
    expect((await owner.post(`/v1/webhooks/${missing}/test`)).status).toBe(404)
    expect((await owner.get(`/v1/webhooks/${id}/deliveries/${missing}`)).status).toBe(404)
    expect((await owner.post(`/v1/webhooks/${id}/deliveries/${missing}/redeliver`)).status).toBe(404)
  }
  expect((await owner.patch(`/v1/webhooks/${id}`, { enabled: true, version: 7 })).status).toBe(409)
  expect((await owner.patch(`/v1/webhooks/${id}`, {})).status).toBe(422)
  expect((await owner.patch(`/v1/webhooks/${id}`, { event_types: ['nonsense'] })).status).toBe(422)
})
