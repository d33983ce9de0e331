import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { chosen, isFull } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_RATE_LIMIT: 'on' }, connections: 4 })

/** The middle of a minute that does not end during a test. */
function stopTheClock(minute: number) {
  server.clock.at = new Date(Date.UTC(2026, 10, 1, 12, minute, 15))
}

const randomKey = () => `kontor_${randomBytes(32).toString('base64url')}`
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Well-formed, with a key id that no node has. */
const randomToken = () => {
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid: randomBytes(32).toString('base64url') }
  return `${encode(header)}.${encode({ sub: 'nobody' })}.${randomBytes(64).toString('base64url')}`
}

async function sendUnknown(count: number, credential: () => string): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let sent = 0; sent < count; sent += 10) {
    const calls = Array.from({ length: Math.min(10, count - sent) }, () =>
      client(server, credential()).get('/v1/organizations'),
    )
    for (const { status } of await Promise.all(calls)) statuses.add(status)
  }
  return statuses
}

let machineKey: string
beforeAll(async () => {
  stopTheClock(0)
  const owner = await server.signIn('owner')
  const { body } = await owner.post('/v1/api-keys', { name: 'ERP', scopes: ['organizations:read'] })
  machineKey = body.key
})

const unknown: [string, () => string, 'api_keys' | 'signing_keys', number][] = [
  ['API keys', randomKey, 'api_keys', 1],
  ['access tokens', randomToken, 'signing_keys', 2],
]
test.each(chosen(1, unknown))(
  'after 300 unknown %s a minute, an address gets 429 and costs no query',
  async (_what, credential, table, minute) => {
    stopTheClock(minute)
    expect(await sendUnknown(300, credential)).toEqual(new Set([401]))
    const refused = await client(server, credential()).get('/v1/organizations')
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', context: { retry_after: 45 } },
    })
    expect(refused.headers.get('ratelimit')).toBe('"credentials";r=0;t=45')
    expect(refused.headers.get('ratelimit-policy')).toBe('"credentials";q=300;w=60')
    // A query would wait for this lock, and its request with it.
    await server.db.transaction().execute(async (db) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db)
      expect(await sendUnknown(100, credential)).toEqual(new Set([429]))
    })
    stopTheClock(minute + 10)
    expect(await sendUnknown(1, credential)).toEqual(new Set([401]))
  },
)

thorough.test('genuine credentials from the same address are accepted all the time', async () => {
  stopTheClock(5)
  await sendUnknown(310, randomKey)
  expect(await sendUnknown(1, randomKey)).toEqual(new Set([429]))
  // Neither the key nor the session is known to this node yet.
  expect((await client(server, machineKey).get('/v1/organizations')).status).toBe(200)
  const owner = await server.signIn('owner')
  expect((await owner.get('/v1/organizations')).status).toBe(200)
  expect((await server.anonymous.post('/v1/auth/login', {})).status).toBe(422)
  const expired = await server.service.tokens.sign(
    { id: owner.sessionId as string, administratorId: owner.id as string, authenticatedAt: new Date() },
    -60,
  )
  expect((await client(server, expired).get('/v1/organizations')).status).toBe(401)
})

test.runIf(isFull)('an expired token is not counted as unknown', async () => {
  stopTheClock(7)
  const owner = await server.signIn('owner')
  const session = {
    id: owner.sessionId as string,
    administratorId: owner.id as string,
    authenticatedAt: new Date(),
  }
  const expired = await server.service.tokens.sign(session, -60)
  expect(await sendUnknown(350, () => expired)).toEqual(new Set([401]))
})
