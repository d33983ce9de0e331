import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isIdempotent } from '../../contract/api/operation.ts'
import { operations } from '../../contract/operations/features.ts'
import { canonicalJson } from '../../server/platform/canonical-json.ts'
import { inlined } from '../../server/platform/http/routes/inlined-schema.ts'
import { secretRemover } from '../../server/platform/http/routes/without-secrets.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'
import { rotateKey } from '../support/service/rotate-key.ts'

const timers = createManualTimers()
const server = startServer({ timers })
const { company } = organizationTools(server)

const withKey = (key: string) => ({ 'idempotency-key': key })
const rows = (key: string) =>
  server.db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).execute()

test('the order of the keys of a body does not matter', async () => {
  const operator = await server.signIn('operator')
  const body = company({ contact: { name: 'Анна', email: 'anna@example.com' } })
  const reordered = {
    contact: { email: 'anna@example.com', name: 'Анна' },
    ...Object.fromEntries(
      Object.entries(body)
        .filter(([key]) => key !== 'contact')
        .reverse(),
    ),
  }
  const first = await operator.post('/v1/organizations', body, withKey('order'))
  expect(first.status).toBe(201)
  expect(JSON.stringify(reordered)).not.toBe(JSON.stringify(body))
  expect(await operator.post('/v1/organizations', reordered, withKey('order'))).toMatchObject({
    status: 201,
    body: first.body,
  })
})

test('the same path in another spelling is the same request', async () => {
  const operator = await server.signIn('operator')
  const body = company()
  const first = await operator.post('/v1/organizations', body, withKey('spelling'))
  const again = await fetch(`${server.url}/%761/%6frganizations?x=1`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operator.token}`,
      'content-type': 'application/json',
      ...withKey('spelling'),
    },
    body: JSON.stringify(body),
  })
  expect({ status: again.status, body: await again.json() }).toEqual({ status: 201, body: first.body })
  expect(await rows('spelling')).toMatchObject([{ path: '/v1/organizations' }])
})

test('the stored hash reveals neither the body nor that two bodies are equal', async () => {
  const owner = await server.signIn('owner')
  const body = { name: 'one', scopes: ['organizations:read'] }
  for (const key of ['hash-1', 'hash-2']) {
    expect((await owner.post('/v1/api-keys', body, withKey(key))).status).toBe(201)
  }
  const [[first], [second]] = [await rows('hash-1'), await rows('hash-2')]
  const { actor, method, path, key } = first ?? {}
  const guesses = [
    JSON.stringify(body),
    canonicalJson(body),
    canonicalJson({ actor, method, path, key, body }),
  ]
  for (const guess of guesses) {
    expect(first?.body_hash).not.toEqual(createHash('sha256').update(guess).digest())
  }
  expect(second?.body_hash).not.toEqual(first?.body_hash)
})

test('secret fields are left out wherever they are in a body', () => {
  const secret = { type: 'string', writeOnly: true }
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      password: { ...secret, type: ['string', 'null'] },
      nested: { type: 'object', properties: { code: secret, kept: { type: 'string' } } },
      list: {
        type: 'array',
        items: { type: 'object', properties: { token: secret, id: { type: 'integer' } } },
      },
    },
  }
  const strip = secretRemover(schema)
  expect(
    strip({ name: 'a', password: 'b', nested: { code: 'c', kept: 'd' }, list: [{ token: 'e', id: 1 }] }),
  ).toEqual({ name: 'a', nested: { kept: 'd' }, list: [{ id: 1 }] })
})

test('the contract marks every secret that a creating request can contain', () => {
  const creating = operations.filter(isIdempotent)
  expect(creating.length).toBeGreaterThan(4)
  const unmarked = creating.flatMap(({ id, body }) => {
    const { properties = {} } = (body ? inlined(body) : {}) as {
      properties?: Record<string, { writeOnly?: true }>
    }
    return Object.entries(properties)
      .filter(([name, { writeOnly }]) => /password|secret|token|otp/.test(name) && !writeOnly)
      .map(([name]) => `${id}.${name}`)
  })
  expect(unmarked).toEqual([])
})

test('a rotated data key does not turn a repetition into a conflict', async () => {
  const operator = await server.signIn('operator')
  const body = company()
  const first = await operator.post('/v1/organizations', body, withKey('rotated'))
  await rotateKey(server, 'system')
  expect(await operator.post('/v1/organizations', body, withKey('rotated'))).toMatchObject({
    status: 201,
    body: first.body,
  })
  expect((await operator.post('/v1/organizations', company(), withKey('rotated'))).body.code).toBe(
    'idempotency_key_reused',
  )
  await operator.post('/v1/organizations', company(), withKey('after-rotation'))
  const [[before], [after]] = [await rows('rotated'), await rows('after-rotation')]
  expect(after?.key_version).toBe(Number(before?.key_version) + 1)
})

test('a key is kept for seven days of the clock of the service, then its row is deleted', async () => {
  const start = new Date('2030-03-01T00:00:00Z')
  const day = 24 * 3_600_000
  server.clock.at = start
  const body = company()
  await (await server.signIn('operator')).post('/v1/organizations', body, withKey('old'))
  expect((await rows('old'))[0]?.created_at).toEqual(start)
  server.clock.at = new Date(start.getTime() + 7 * day)
  const operator = await server.signIn('operator')
  await operator.post('/v1/organizations', company(), withKey('young'))
  timers.advance(2 * 3_600_000)
  await jobRuns(2)
  expect(await rows('old')).toHaveLength(1)

  server.clock.at = new Date(start.getTime() + 7 * day + 1)
  timers.advance(2 * 3_600_000)
  await jobRuns(3)
  expect(await rows('old')).toEqual([])
  expect(await rows('young')).toHaveLength(1)
  server.clock.at = null
})

/** Waits until the job that deletes expired keys has run so often. */
async function jobRuns(times: number): Promise<void> {
  const count = /^kontor_job_run_seconds_count\{job="idempotency-expiry",outcome="success"\} (\d+)$/m
  await expect
    .poll(async () => Number((await server.anonymous.get('/metrics')).body.match(count)?.[1]))
    .toBe(times)
}
