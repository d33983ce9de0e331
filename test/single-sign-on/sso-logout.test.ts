import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { auditRows, startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ env: provider.settings })
const { logoutToken } = provider
const { newBrowser, newPerson, reset, sessionOf, signIn, signedIn } = ssoTools(server, provider)
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(server)
})
afterAll(async () => {
  await node.stop()
  await provider.close()
})
beforeEach(reset)

const path = '/v1/auth/oidc/backchannel-logout'
const event = 'http://schemas.openid.net/event/backchannel-logout'
const now = () => Math.floor(Date.now() / 1000)

async function sidOf(sessionId: string): Promise<string> {
  const row = await server.db
    .selectFrom('oidc_sessions')
    .select('sid')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.sid as string
}

function post(form: Record<string, string>, headers = {}) {
  const body = new URLSearchParams(form).toString()
  return server.anonymous.post(path, body, {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })
}

test('a sign-out at the provider ends the session on every node', async () => {
  const { subject, caller, me } = await signedIn()
  const there = client(node, caller.token)
  expect((await there.get('/v1/auth/me')).status).toBe(200)
  await provider.logOut(subject, await sidOf(me.session.id))
  expect((await caller.get('/v1/auth/me')).status).toBe(401)
  await expect.poll(async () => (await there.get('/v1/auth/me')).status, { interval: 5 }).toBe(401)
  expect((await auditRows(server)).at(-1)).toMatchObject({
    actor_kind: 'service',
    action: 'session.revoked',
    object_id: me.session.id,
    details: { reason: 'backchannel_logout', subject },
  })
})

test('a token with a sid ends that session alone; one with a subject ends all of the person, and of nobody else', async () => {
  const other = await signedIn()
  const first = await signedIn()
  const second = await sessionOf((await signIn(newBrowser())).browser)
  expect(second.me.id).toBe(first.me.id)
  const sid = await sidOf(first.me.session.id)
  const answer = await post({ logout_token: await logoutToken(first.subject, { sid }) })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await first.caller.get('/v1/auth/me')).status).toBe(401)
  expect((await second.caller.get('/v1/auth/me')).status).toBe(200)
  expect((await post({ logout_token: await logoutToken(first.subject) })).status).toBe(200)
  expect((await second.caller.get('/v1/auth/me')).status).toBe(401)
  expect((await other.caller.get('/v1/auth/me')).status).toBe(200)
})

test('a token about nobody here is accepted, because there is nothing to end', async () => {
  expect((await post({ logout_token: await logoutToken('nobody') })).status).toBe(200)
})

test('a token is accepted once, also when it comes twice at the same time', async () => {
  const logout_token = await logoutToken('nobody')
  const answers = await Promise.all([post({ logout_token }), post({ logout_token })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect((await post({ logout_token })).body.code).toBe('logout_token_invalid')
})

test.each(['sid', 'sub'])('a token by %s that is faster than its sign-in leaves no session', async (by) => {
  const subject = newPerson()
  provider.state.change = async (claims) => {
    const named = by === 'sid' ? { sid: claims.sid, sub: undefined } : {}
    expect((await post({ logout_token: await logoutToken(subject, named) })).status).toBe(200)
    return { claims }
  }
  expect((await signIn()).place.location).toBe('/#/login?error=session_ended')
  // Not at once: times of tokens are seconds.
  provider.state.change = (claims) => ({ claims: { ...claims, iat: (claims.iat as number) + 2 } })
  expect((await signIn(newBrowser())).place.location).toBe('/#/single-sign-on')
})

describe('a logout token', () => {
  test.each([
    ['of another issuer', { iss: 'https://login.evil.example' }],
    ['for another client', { aud: 'another' }],
    ['without the event', { events: {} }],
    ['with an event that is no object', { events: { [event]: true } }],
    ['without events', { events: undefined }],
    ['with a nonce', { nonce: 'n' }],
    ['without sub and sid', { sub: undefined }],
    ['without jti', { jti: undefined }],
    ['without iat', { iat: undefined }],
    ['of ten minutes ago', { iat: now() - 600, exp: now() + 60 }],
    ['that has expired', { iat: now() - 200, exp: now() - 100 }],
    ['of the future', { iat: now() + 600, exp: now() + 700 }],
  ])('%s is 400 and ends nothing', async (_what, changes) => {
    const { subject, caller } = await signedIn()
    const answer = await post({ logout_token: await logoutToken(subject, changes) })
    expect([answer.status, answer.body.code, answer.headers.get('cache-control')]).toEqual([
      400,
      'logout_token_invalid',
      'no-store',
    ])
    expect((await caller.get('/v1/auth/me')).status).toBe(200)
  })

  test('with the signature of a client secret is 400', async () => {
    const { subject, caller } = await signedIn()
    const key = new TextEncoder().encode(provider.clientSecret)
    const logout_token = await logoutToken(subject, {}, { header: { alg: 'HS256' }, key })
    expect((await post({ logout_token })).status).toBe(400)
    expect((await caller.get('/v1/auth/me')).status).toBe(200)
  })

  test.each(['', 'x', 'a.b.c', 'é', '\0', 'x'.repeat(20_000)])('that is none: %j', async (logout_token) => {
    expect([400, 422]).toContain((await post({ logout_token })).status)
  })
})

test('only forms are read, and only here', async () => {
  expect((await server.anonymous.post(path, { logout_token: 'x' })).body.code).toBe(
    'media_type_not_supported',
  )
  expect((await server.anonymous.post(path)).status).toBe(422)
  const notUtf8 = new Uint8Array([...Buffer.from('logout_token='), 0xff])
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.anonymous.post(path, notUtf8, type)).status).toBe(400)
  expect((await server.anonymous.post(path, 'a&'.repeat(40_000), type)).status).toBe(400)
  expect((await server.anonymous.post('/v1/auth/login', 'email=a@b&password=c', type)).status).toBe(400)
})
