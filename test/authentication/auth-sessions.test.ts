import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { sweep } from '../../server/features/authentication/housekeeping.ts'
import { type Connection, isPlainLoopback } from '../../server/features/authentication/plain-loopback.ts'
import { createStrictCookieJar } from '../support/http/strict-cookie-jar.ts'
import {
  auditRows,
  bearer,
  bodyRefresh,
  cookieRefresh,
  cookieToken,
  givenAdministrator,
  login,
  password,
} from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
afterEach(() => {
  server.clock.at = null
})

async function signedIn() {
  const administrator = await givenAdministrator(server)
  const reply = await login(server, administrator.email)
  return { ...administrator, reply, body: reply.body, cookie: cookieToken(reply) }
}

function later(seconds: number): void {
  server.clock.at = new Date(Date.now() + seconds * 1000)
}

describe('signing in', () => {
  test('returns tokens, the administrator and a cookie for this host only', async () => {
    const { reply, id, email } = await signedIn()
    expect(reply).toMatchObject({
      status: 200,
      body: {
        token_type: 'bearer',
        expires_in: 900,
        admin: { id, email, role: 'operator', otp_enabled: false },
      },
    })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^__Host-kontor_refresh=[\w-]{43}; Max-Age=25\d{5}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const me = await bearer(server, reply.body.access_token).get('/v1/auth/me')
    expect(me).toMatchObject({ status: 200, body: reply.body.admin })
    expect(me.body.last_login_at).toBe(me.body.session.created_at)
  })

  test('the access token has the claims of RFC 9068, and its key is published', async () => {
    const { body } = await signedIn()
    const [header, claims] = body.access_token
      .split('.', 2)
      .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' })
    expect(Object.keys(claims).sort()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'])
    expect(claims.exp - claims.iat).toBe(900)
    const { body: jwks } = await server.anonymous.get('/.well-known/jwks.json')
    expect(jwks.keys.map((key: { kid: string }) => key.kid)).toContain(header.kid)
    expect(jwks.keys[0]).not.toHaveProperty('d')
  })

  test('refresh tokens are stored only as hashes', async () => {
    const { body, cookie } = await signedIn()
    const rows = await server.db.selectFrom('refresh_tokens').selectAll().execute()
    const stored = rows.flatMap((row) =>
      [row.hash, row.successor_sealed].map((bytes) => bytes?.toString('base64url')),
    )
    expect(stored).not.toContain(body.refresh_token)
    expect(stored).not.toContain(cookie)
  })
})

describe('refreshing', () => {
  test('rotates the token in the body and in the cookie', async () => {
    const one = await signedIn()
    const refreshed = await bodyRefresh(server, one.body.refresh_token)
    expect(refreshed).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 900 } })
    expect(refreshed.body.refresh_token).not.toBe(one.body.refresh_token)
    expect((await bearer(server, refreshed.body.access_token).get('/v1/auth/me')).status).toBe(200)

    const two = await signedIn()
    const byCookie = await cookieRefresh(server, two.cookie)
    expect(byCookie.status).toBe(200)
    expect(byCookie.body).not.toHaveProperty('refresh_token')
    expect(cookieToken(byCookie)).not.toBe(two.cookie)
    expect((await cookieRefresh(server, cookieToken(byCookie))).status).toBe(200)
  })

  test('for 60 seconds, the same token returns the same successor', async () => {
    const { body } = await signedIn()
    const first = await bodyRefresh(server, body.refresh_token)
    const again = await bodyRefresh(server, body.refresh_token)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
    later(61)
    expect(await bodyRefresh(server, body.refresh_token)).toMatchObject({
      status: 401,
      body: { code: 'refresh_token_invalid' },
    })
    expect((await bodyRefresh(server, first.body.refresh_token)).status).toBe(401)
  })

  test('reuse of an old token is 401 and revokes the session', async () => {
    const { body } = await signedIn()
    const second = await bodyRefresh(server, body.refresh_token)
    const third = await bodyRefresh(server, second.body.refresh_token)
    expect((await bodyRefresh(server, body.refresh_token)).status).toBe(401)
    expect((await bodyRefresh(server, third.body.refresh_token)).status).toBe(401)
    expect((await bearer(server, third.body.access_token).get('/v1/auth/me')).status).toBe(401)
    expect(await auditRows(server)).toContainEqual(
      expect.objectContaining({ action: 'session.token_reused', outcome: 'denied' }),
    )
  })

  test('both refreshes work in one session, in any order, each with its own 60 seconds', async () => {
    const { body, cookie } = await signedIn()
    const first = await bodyRefresh(server, body.refresh_token)
    const second = await cookieRefresh(server, cookie)
    const third = await bodyRefresh(server, first.body.refresh_token)
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
    // A lost response of one, after the other was exchanged.
    expect(cookieToken(await cookieRefresh(server, cookie))).toBe(cookieToken(second))
    const again = await bodyRefresh(server, first.body.refresh_token)
    expect(again.body.refresh_token).toBe(third.body.refresh_token)
    expect((await cookieRefresh(server, cookieToken(second))).status).toBe(200)
    expect((await bodyRefresh(server, third.body.refresh_token)).status).toBe(200)
  })

  test.each(['body', 'cookie'] as const)('a stolen token of the %s ends both', async (stolen) => {
    const { body, cookie } = await signedIn()
    const byBody = await bodyRefresh(server, body.refresh_token)
    const byCookie = await cookieRefresh(server, cookie)
    later(61)
    const reused =
      stolen === 'body' ? await bodyRefresh(server, body.refresh_token) : await cookieRefresh(server, cookie)
    expect(reused.status).toBe(401)
    expect((await bodyRefresh(server, byBody.body.refresh_token)).status).toBe(401)
    const ended = await cookieRefresh(server, cookieToken(byCookie))
    expect(ended.status).toBe(401)
    expect(ended.headers.get('set-cookie')).toMatch(/^__Host-kontor_refresh=; Max-Age=0; /)
  })

  test('a strict client keeps a cookie over plain http on a loopback address', async () => {
    const { email } = await givenAdministrator(server)
    const jar = createStrictCookieJar(server.url)
    const signedIn = await login(server, email)
    jar.take(signedIn)
    expect(jar.names()).toEqual(['kontor_refresh'])
    for (let round = 0; round < 2; round++) {
      const refreshed = await server.anonymous.post('/v1/jwt/refresh', undefined, jar.headers())
      expect(refreshed.status).toBe(200)
      jar.take(refreshed)
    }
    expect((await bodyRefresh(server, signedIn.body.refresh_token)).status).toBe(200)
    const out = await server.anonymous.post('/v1/auth/logout', undefined, jar.headers())
    expect(out.status).toBe(200)
    jar.take(out)
    expect(jar.names()).toEqual([])
  })

  test('behind https there is only the cookie for this host, and no other counts', async () => {
    const { email } = await givenAdministrator(server)
    const https = { 'x-forwarded-proto': 'https' }
    const reply = await login(server, email, {}, https)
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-kontor_refresh=[\w-]{43}; .*; Secure;/),
    ])
    const planted = { cookie: `kontor_refresh=${cookieToken(reply)}`, ...https }
    expect((await server.anonymous.post('/v1/jwt/refresh', undefined, planted)).body.code).toBe(
      'token_missing',
    )
    expect((await cookieRefresh(server, cookieToken(reply), https)).headers.getSetCookie()).toHaveLength(1)
  })

  test.each<[boolean, string, Partial<Connection>, string | null]>([
    [true, 'localhost', {}, null],
    [true, '127.0.0.1, any port', { host: '127.0.0.1:8080' }, null],
    [true, 'IPv6', { host: '[::1]:8080' }, null],
    [true, 'our own page', { headers: { origin: 'http://localhost:8080' } }, null],
    [true, 'a public address on this machine', {}, 'http://localhost:8080'],
    [false, 'https', { protocol: 'https' }, null],
    [false, 'a public address with https', {}, 'https://kontor.example.com'],
    [false, 'another host', { host: 'kontor.example.com' }, null],
    [false, 'a name that begins alike', { host: 'localhost.example.com' }, null],
    [false, 'an address that begins alike', { host: '127.0.0.1.example.com' }, null],
    [false, 'a host with a user', { host: 'localhost@kontor.example.com' }, null],
    [false, 'no host', { host: undefined }, null],
    [false, 'a page over https', { headers: { origin: 'https://localhost' } }, null],
    [false, 'a page of another host', { headers: { origin: 'http://kontor.example.com' } }, null],
    [false, 'a proxy', { headers: { 'x-forwarded-for': '203.0.113.7' } }, null],
    [false, 'a proxy that names itself', { headers: { via: '1.1 proxy' } }, null],
  ])('that a connection is plain and local is %s for %s', (expected, _name, connection, publicUrl) => {
    const local = { protocol: 'http', host: 'localhost:8080', headers: {} }
    expect(isPlainLoopback({ ...local, ...connection }, publicUrl)).toBe(expected)
  })

  test('a token of the wrong channel or kind is 401 and does not revoke the session', async () => {
    const { body, cookie } = await signedIn()
    expect((await bodyRefresh(server, cookie)).status).toBe(401)
    expect((await cookieRefresh(server, body.refresh_token)).status).toBe(401)
    expect((await bodyRefresh(server, body.access_token)).status).toBe(401)
    expect((await cookieRefresh(server, body.access_token)).status).toBe(401)
    expect((await bearer(server, body.refresh_token).get('/v1/auth/me')).status).toBe(401)
    expect((await bodyRefresh(server, 'x')).status).toBe(401)
    expect((await server.anonymous.post('/v1/jwt/refresh')).status).toBe(401)
    expect((await bodyRefresh(server, body.refresh_token)).status).toBe(200)
  })

  test('a refresh does not change auth_time', async () => {
    const { body } = await signedIn()
    later(600)
    const refreshed = await bodyRefresh(server, body.refresh_token)
    const me = await bearer(server, refreshed.body.access_token).get('/v1/auth/me')
    expect(me.body.session.auth_time).toBe(body.admin.session.auth_time)
  })

  test('a session ends after 12 hours without use', async () => {
    const { body } = await signedIn()
    later(11.9 * 3600)
    const refreshed = await bodyRefresh(server, body.refresh_token)
    expect(refreshed.status).toBe(200)
    later(23 * 3600)
    const again = await bodyRefresh(server, refreshed.body.refresh_token)
    expect(again.status).toBe(200)
    later(35.1 * 3600)
    expect((await bodyRefresh(server, again.body.refresh_token)).status).toBe(401)
  })

  test('a session ends 30 days after sign-in, however much it is used', async () => {
    const { body } = await signedIn()
    let token = body.refresh_token
    for (let hours = 11; hours < 30 * 24; hours += 11) {
      later(hours * 3600)
      const reply = await bodyRefresh(server, token)
      expect(reply.status).toBe(200)
      token = reply.body.refresh_token
    }
    later(30 * 24 * 3600)
    expect((await bodyRefresh(server, token)).status).toBe(401)
  })

  test.each<[string, Record<string, string>, number]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }, 403],
    ['a typed address', { 'sec-fetch-site': 'none' }, 403],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'own' }, 200],
    ['no browser', {}, 200],
  ])('by cookie from %s is judged before anything rotates', async (_from, headers, status) => {
    const { cookie } = await signedIn()
    const sent = { ...headers, ...(headers.origin === 'own' && { origin: server.url }) }
    const reply = await cookieRefresh(server, cookie, sent)
    expect(reply.status).toBe(status)
    if (status === 403) {
      expect(reply.headers.get('set-cookie')).toBeNull()
      expect((await cookieRefresh(server, cookie)).status).toBe(200)
    }
  })
})

describe('signing out', () => {
  test('ends the session at once, for all its tokens', async () => {
    const { body, cookie } = await signedIn()
    const me = bearer(server, body.access_token)
    expect((await me.get('/v1/auth/me')).status).toBe(200)
    const reply = await me.post('/v1/auth/logout')
    expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(reply.headers.get('set-cookie')).toMatch(/Max-Age=0/)
    expect((await me.get('/v1/auth/me')).status).toBe(401)
    expect((await bodyRefresh(server, body.refresh_token)).status).toBe(401)
    expect((await cookieRefresh(server, cookie)).status).toBe(401)
    expect((await me.post('/v1/auth/logout')).status).toBe(401)
  })

  test('works with the cookie alone, but only from our own pages', async () => {
    const { body, cookie } = await signedIn()
    const leave = (headers: Record<string, string>) =>
      server.anonymous.post('/v1/auth/logout', undefined, {
        cookie: `__Host-kontor_refresh=${cookie}`,
        ...headers,
      })
    expect((await leave({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await bearer(server, body.access_token).get('/v1/auth/me')).status).toBe(200)
    expect((await leave({ authorization: 'Bearer expired' })).status).toBe(200)
    expect((await bearer(server, body.access_token).get('/v1/auth/me')).status).toBe(401)
    expect((await server.anonymous.post('/v1/auth/logout')).status).toBe(401)
  })
})

describe('listing sessions', () => {
  test('administrators can list and end their own sessions, and owners those of everybody', async () => {
    const one = await signedIn()
    const second = await login(server, one.email)
    const mine = bearer(server, second.body.access_token)
    const list = await mine.get('/v1/sessions')
    expect(list.body.total).toBe(2)
    expect(list.body.items.map((item: { current: boolean }) => item.current)).toEqual([true, false])

    const stranger = await server.signIn('officer')
    expect((await stranger.get(`/v1/sessions?administrator_id=${one.id}`)).body).toMatchObject({
      items: [],
      total: 0,
    })
    expect((await stranger.delete(`/v1/sessions/${list.body.items[1].id}`)).status).toBe(404)
    expect((await mine.delete(`/v1/sessions/${list.body.items[1].id}`)).status).toBe(200)
    expect((await bearer(server, one.body.access_token).get('/v1/auth/me')).status).toBe(401)

    const owner = await server.signIn('owner')
    expect((await owner.get(`/v1/sessions?administrator_id=${one.id}`)).body.total).toBe(1)
    expect((await owner.get('/v1/sessions?administrator_id=nobody')).status).toBe(422)
    expect((await owner.get('/v1/sessions?limit=1')).body.items).toHaveLength(1)
    expect((await owner.delete(`/v1/sessions/${list.body.items[0].id}`)).status).toBe(200)
    expect((await mine.get('/v1/auth/me')).status).toBe(401)
    for (const id of ['missing', '%00', randomUUID()]) {
      expect((await owner.delete(`/v1/sessions/${id}`)).status).toBe(404)
    }
  })
})

test('old rows are deleted, and the others are kept', async () => {
  const ended = await signedIn()
  await bearer(server, ended.body.access_token).post('/v1/auth/logout')
  const living = await signedIn()
  await login(server, 'somebody-else@example.com')
  const tokensOf = async ({ body }: typeof living) =>
    (
      await server.db
        .selectFrom('refresh_tokens')
        .selectAll()
        .where('session_id', '=', body.admin.session.id)
        .execute()
    ).length
  const counters = async () => (await server.db.selectFrom('sign_in_counters').selectAll().execute()).length
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000)

  await sweep(server.db, inDays(0))
  expect([await tokensOf(ended), await tokensOf(living)]).toEqual([2, 2])
  expect(await counters()).toBeGreaterThan(0)
  await sweep(server.db, inDays(1.1))
  expect([await tokensOf(ended), await tokensOf(living)]).toEqual([0, 2])
  expect(await counters()).toBe(0)
  expect((await bearer(server, living.body.access_token).get('/v1/auth/me')).status).toBe(200)
  await sweep(server.db, inDays(121))
  expect(
    await server.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', living.body.admin.session.id)
      .execute(),
  ).toEqual([])
})

test('no password or token is ever logged', async () => {
  const { body, cookie, email } = await signedIn()
  await bodyRefresh(server, body.refresh_token)
  await login(server, email, { password: 'wrong but still secret' })
  await login(server, email, { password: 5 })
  const reply = await login(server, email, { password: 'x'.repeat(100_000) })
  expect(reply.status).toBe(422)
  expect(JSON.stringify(reply.body)).not.toContain('xxx')
  const log = server.logged.join('\n')
  for (const secret of [
    password,
    body.access_token,
    body.refresh_token,
    cookie,
    'wrong but still secret',
    'xxxx',
  ]) {
    expect(log).not.toContain(secret)
  }
  const audit = JSON.stringify(await auditRows(server))
  for (const secret of [password, body.access_token, body.refresh_token, cookie])
    expect(audit).not.toContain(secret)
})
