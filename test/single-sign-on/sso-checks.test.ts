import type { JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { publicUrl, startIdentityProvider } from '../support/outside/identity-provider.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ env: provider.settings })
const { newBrowser, newPerson, reset, signIn, signedIn } = ssoTools(server, provider)
afterAll(() => provider.close())
beforeEach(reset)

const atCallback = (url: string) => url.startsWith(`${publicUrl}/v1/auth/oidc/callback`)

/** A browser that is about to come back, and where to. */
async function aboutToReturn() {
  newPerson()
  const browser = newBrowser()
  const { location } = await browser.visit('/v1/auth/oidc/start', atCallback)
  return { browser, url: new URL(location) }
}

describe('the way to the provider', () => {
  test('has PKCE with S256, state, nonce and max_age, and a cookie for this browser', async () => {
    const response = await server.anonymous.get('/v1/auth/oidc/start')
    expect(response.status).toBe(303)
    const url = new URL(response.headers.get('location') as string)
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'kontor',
      redirect_uri: `${publicUrl}/v1/auth/oidc/callback`,
      response_type: 'code',
      scope: 'openid email profile groups',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      max_age: '43200',
    })
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-kontor_oidc_[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('leaves neither state nor cookie in the database', async () => {
    const response = await server.anonymous.get('/v1/auth/oidc/start')
    const url = new URL(response.headers.get('location') as string)
    const cookie = /=([\w-]{43});/.exec(response.headers.get('set-cookie') ?? '')?.[1] as string
    const rows = await server.db.selectFrom('oidc_flows').selectAll().execute()
    const stored = rows
      .flatMap((row) => [row.state_hash, row.browser_hash])
      .flatMap((hash) => [hash.toString('base64url'), hash.toString()])
    for (const secret of [url.searchParams.get('state'), url.searchParams.get('nonce'), cookie])
      expect(stored).not.toContain(secret)
  })

  test('is not started by another site', async () => {
    const refused = await server.anonymous.get('/v1/auth/oidc/start', { 'sec-fetch-site': 'cross-site' })
    expect(refused.body.code).toBe('cross_site')
    const typed = await server.anonymous.get('/v1/auth/oidc/start', { 'sec-fetch-site': 'none' })
    expect(typed.status).toBe(303)
  })

  test('takes no address from the request', async () => {
    const refused = await server.anonymous.get('/v1/auth/oidc/start?redirect_uri=https://evil.example')
    expect(refused.status).toBe(422)
  })
})

describe('a response of the provider', () => {
  test('is accepted once', async () => {
    const { browser, url } = await aboutToReturn()
    const cookies = new Map(browser.cookies())
    expect((await browser.visit(url.href)).location).toBe('/#/single-sign-on')
    for (const [name, value] of cookies) browser.cookies().set(name, value)
    expect((await browser.visit(url.href)).location).toBe('/#/login?error=oidc_flow_invalid')
  })

  test('is accepted once also when it comes twice at the same time', async () => {
    const { browser, url } = await aboutToReturn()
    const places = await Promise.all([browser.visit(url.href), browser.visit(url.href)])
    expect(places.map(({ location }) => location).toSorted()).toEqual([
      '/#/login?error=oidc_flow_invalid',
      '/#/single-sign-on',
    ])
  })

  test('is refused in another browser, and stays good in its own', async () => {
    const { browser, url } = await aboutToReturn()
    expect((await newBrowser().visit(url.href)).location).toBe('/#/login?error=oidc_flow_invalid')
    expect((await browser.visit(url.href)).location).toBe('/#/single-sign-on')
  })

  test('is refused with the cookie of another flow', async () => {
    const { url } = await aboutToReturn()
    const other = await aboutToReturn()
    expect((await other.browser.visit(url.href)).location).toBe('/#/login?error=oidc_flow_invalid')
  })

  test('is refused after ten minutes', async () => {
    const { browser, url } = await aboutToReturn()
    server.clock.at = new Date(Date.now() + 601_000)
    const { location } = await browser.visit(url.href)
    server.clock.at = null
    expect(location).toBe('/#/login?error=oidc_flow_invalid')
  })

  test.each([
    ['of another issuer (mix-up)', (url: URL) => url.searchParams.set('iss', 'https://login.evil.example')],
    ['without the issuer', (url: URL) => url.searchParams.delete('iss')],
    ['with a made-up code', (url: URL) => url.searchParams.set('code', 'made-up')],
    ['without a code', (url: URL) => url.searchParams.delete('code')],
    ['with two issuers', (url: URL) => url.searchParams.append('iss', 'https://login.evil.example')],
  ])('%s is refused, and the flow is used up', async (_what, change) => {
    const { browser, url } = await aboutToReturn()
    const good = url.href
    change(url)
    expect((await browser.visit(url.href)).location).toBe('/#/login?error=oidc_response_invalid')
    expect((await browser.visit(good)).location).toBe('/#/login?error=oidc_flow_invalid')
    expect([...browser.cookies().keys()]).toEqual([])
  })

  test('with parameters of the provider’s own is accepted', async () => {
    const { browser, url } = await aboutToReturn()
    url.searchParams.set('session_state', 'b2c1')
    expect((await browser.visit(url.href)).location).toBe('/#/single-sign-on')
  })

  test('that is an error is shown as such, without its text', async () => {
    const { browser, url } = await aboutToReturn()
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    url.searchParams.set('error_description', '<b>Call 555</b>')
    expect((await browser.visit(url.href)).location).toBe('/#/login?error=oidc_denied')
  })

  test('is a status and a code for a program', async () => {
    const answer = await server.anonymous.get('/v1/auth/oidc/callback?state=x&code=y')
    expect([answer.status, answer.body.code]).toEqual([401, 'oidc_flow_invalid'])
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000)

  test.each([
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['of another issuer', { iss: 'https://login.evil.example' }],
    ['for another client', { aud: 'another' }],
    ['for two clients, issued to the other one', { aud: ['kontor', 'another'], azp: 'another' }],
    ['that has expired', { exp: now() - 120 }],
    ['without an expiry', { exp: undefined }],
    ['without auth_time', { auth_time: undefined }],
    ['of a proof older than twelve hours', { auth_time: now() - 13 * 3600 }],
    ['with a subject that is not ASCII', { sub: 'Анна' }],
    ['without a subject', { sub: undefined }],
  ])('%s is refused', async (_what, claims) => {
    newPerson()
    provider.state.change = (honest) => ({ claims: { ...honest, ...claims } as JWTPayload })
    const { browser, place } = await signIn()
    expect(place.location).toBe('/#/login?error=oidc_response_invalid')
    expect([...browser.cookies().keys()]).toEqual([])
    expect((await auditRows(server)).at(-1)).toMatchObject({
      action: 'auth.login',
      outcome: 'failure',
      details: { reason: 'oidc_response_invalid' },
    })
  })

  test('that expired less than a minute ago is accepted: clocks differ', async () => {
    newPerson()
    provider.state.change = (honest) => ({ claims: { ...honest, exp: now() - 30 } })
    expect((await signIn()).place.location).toBe('/#/single-sign-on')
  })

  test('signed with the client secret (HS256) is refused', async () => {
    newPerson()
    const key = new TextEncoder().encode(provider.clientSecret)
    provider.state.change = (claims) => ({ claims, header: { alg: 'HS256' }, key })
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_response_invalid')
  })

  test('without a signature, or with that of another key, is refused', async () => {
    newPerson()
    const { privateKey } = await import('jose').then((jose) => jose.generateKeyPair('RS256'))
    const kid = provider.state.keys[0]?.kid as string
    provider.state.change = (claims) => ({ claims, header: { alg: 'RS256', kid }, key: privateKey })
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_response_invalid')
    provider.state.instead.set('/token', (_request, response) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = { iss: provider.issuer, aud: 'kontor', sub: 'anna', exp: now() + 60, iat: now() }
      const id_token = `${part({ alg: 'none' })}.${part(claims)}.`
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'x', token_type: 'bearer', id_token }))
    })
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_response_invalid')
  })
})

test('neither the client secret nor a code or token is logged', async () => {
  await signedIn()
  const { browser, url } = await aboutToReturn()
  await browser.visit(url.href.replace('iss=', 'other='))
  newPerson()
  provider.state.change = (claims) => ({ claims: { ...claims, aud: 'another' } })
  await signIn()
  const log = server.logged.join('')
  expect(log).toContain('single sign-on failed')
  for (const secret of [provider.clientSecret, encodeURIComponent(provider.clientSecret), 'eyJ'])
    expect(log).not.toContain(secret)
  expect(log).not.toContain(url.searchParams.get('code'))
})
