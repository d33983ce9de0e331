import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent } from '../../server/platform/trace.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
let owner: Client
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  owner = await server.signIn('owner')
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

/** The log line of the request with this id. */
async function lineOf(id: string): Promise<Record<string, unknown>> {
  const found = () => server.logged.map((line) => JSON.parse(line)).filter((line) => line.request_id === id)
  await expect.poll(found).toHaveLength(1)
  return found()[0]
}

test('the id of the client is in the response, the error, the log and the audit log', async () => {
  const id = 'crm-7.A_42'
  const reply = await server.anonymous.get('/v1/organizations', { 'x-request-id': id })
  expect(reply).toMatchObject({ status: 401, body: { request_id: id } })
  expect(reply.headers.get('x-request-id')).toBe(id)
  expect(await lineOf(id)).toMatchObject({ method: 'GET', status: 401 })

  const made = `${'x'.repeat(63)}1`
  const body = { url: receiver.url, event_types: ['wallets.created'] }
  expect((await owner.post('/v1/webhooks', body, { 'x-request-id': made })).status).toBe(201)
  expect(await auditRows(server)).toContainEqual(
    expect.objectContaining({ action: 'webhook.created', request_id: made }),
  )
  expect((await owner.get('/v1/audit-events?action=webhook.created')).body.items[0].request_id).toBe(made)
})

test.each(['', 'two words', 'a"b', 'x'.repeat(65), 'a,b', 'caf\u00e9', '<b>'])(
  'a malformed id (%j) is replaced',
  async (id) => {
    const reply = await server.anonymous.get('/v1/organizations', { 'x-request-id': id })
    expect(reply.body.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.headers.get('x-request-id')).toBe(reply.body.request_id)
  },
)

test('the trace of a request is in its log line, and a malformed one is not', async () => {
  await server.anonymous.get('/v1/organizations', { 'x-request-id': 'traced', traceparent })
  expect(await lineOf('traced')).toMatchObject({ trace_id: traceId })
  await server.anonymous.get('/v1/organizations', {
    'x-request-id': 'untraced',
    traceparent: `${traceparent}x`,
  })
  expect(await lineOf('untraced')).not.toHaveProperty('trace_id')
})

test('a webhook continues the trace of the request that caused its event', async () => {
  await owner.post('/v1/webhooks', { url: receiver.url, event_types: ['organization.updated'] })
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}`
  const { body } = await owner.get(path)
  const changed = await owner.patch(path, { version: body.version, notes: 'traced' }, { traceparent })
  expect(changed.status).toBe(200)
  await expect.poll(() => receiver.received.length).toBe(1)
  const sent = parseTraceparent(receiver.received[0]?.headers.traceparent)
  expect(sent).toEqual({ id: traceId, sampled: true })
  expect(receiver.received[0]?.headers.traceparent).not.toBe(traceparent)

  await owner.patch(path, { version: changed.body.version, notes: 'not traced' })
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.headers).not.toHaveProperty('traceparent')
})

test('the line of a request that took longer than a second says what the database took', async () => {
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}`
  const { body } = await owner.get(path)
  const waiting = await server.db.transaction().execute(async (holder) => {
    await sql`select from organizations where id = ${organization.id} for update`.execute(holder)
    const waiting = owner.patch(path, { version: body.version, notes: 'slow' }, { 'x-request-id': 'slow' })
    // Until PostgreSQL itself says that the statement has waited for so long.
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query_start < clock_timestamp() - interval '1.1 s'`.execute(server.db)
        return rows.length
      })
      .toBe(1)
    return { waiting }
  })
  expect((await waiting.waiting).status).toBe(200)
  const line = await lineOf('slow')
  expect(line.queries).toBeGreaterThan(3)
  expect(line.query_ms).toBeGreaterThan(1_000)
  expect(line.connection_wait_ms).toBeGreaterThanOrEqual(0)
  await owner.get(path, { 'x-request-id': 'fast' })
  expect(await lineOf('fast')).not.toHaveProperty('queries')
})

test.each([
  [traceparent, { id: traceId, sampled: true }],
  [`00-${traceId}-00f067aa0ba902b7-00`, { id: traceId, sampled: false }],
  [`00-${traceId}-00f067aa0ba902b7-ff`, { id: traceId, sampled: true }],
  // A later version may have more fields.
  [`cc-${traceId}-00f067aa0ba902b7-01-more`, { id: traceId, sampled: true }],
  [`cc-${traceId}-00f067aa0ba902b7-01`, { id: traceId, sampled: true }],
  [`cc-${traceId}-00f067aa0ba902b7-01more`, undefined],
  [`00-${traceId}-00f067aa0ba902b7-01-more`, undefined],
  [`ff-${traceId}-00f067aa0ba902b7-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  [`00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  [`00-${traceId}-00f067aa0ba902b7`, undefined],
  ['', undefined],
  [undefined, undefined],
])('traceparent %s', (header, trace) => {
  expect(parseTraceparent(header)).toEqual(trace)
})

test('a trace that is sent can be read, whatever its id', () => {
  const id = fc.stringMatching(/^[0-9a-f]{32}$/).filter((text) => !/^0+$/.test(text))
  fc.assert(
    fc.property(id, fc.boolean(), (id, sampled) => {
      expect(parseTraceparent(formatTraceparent({ id, sampled }))).toEqual({ id, sampled })
    }),
    { numRuns: runs(100) },
  )
})
