import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { publicUrl, startIdentityProvider } from '../support/outside/identity-provider.ts'
import { givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
await provider.close()
// It starts while the provider is away.
const server = startServer({ env: provider.settings })
const { newBrowser, newPerson, reset, signIn, signedIn } = ssoTools(server, provider)
const unavailable = '/#/login?error=oidc_unavailable'
const done = '/#/single-sign-on'
afterAll(() => provider.close())
beforeEach(reset)

describe('a provider', () => {
  test('that is away before the first sign-in: 503, and local owners still sign in', async () => {
    const answer = await server.anonymous.get('/v1/auth/oidc/start')
    expect([answer.status, answer.body.code]).toEqual([503, 'oidc_unavailable'])
    expect(answer.headers.get('retry-after')).toBe('5')
    expect((await signIn()).place.location).toBe(unavailable)
    const { email } = await givenAdministrator(server, { role: 'owner' })
    expect((await login(server, email)).status).toBe(200)
    expect(await server.db.selectFrom('oidc_flows').selectAll().execute()).toEqual([])
  })

  test.each([
    ['of another issuer', JSON.stringify({ issuer: 'https://login.evil.example' })],
    [
      'with addresses that are not https',
      JSON.stringify({
        issuer: provider.issuer,
        authorization_endpoint: 'http://login.evil.example/auth',
        token_endpoint: 'http://login.evil.example/token',
        jwks_uri: 'http://login.evil.example/jwks',
      }),
    ],
    ['that is no JSON', '<html>'],
    ['of 300 kB', JSON.stringify({ issuer: provider.issuer, padding: 'x'.repeat(300_000) })],
  ])('with a description %s is not used, and asked again the next time', async (_what, text) => {
    if (!(await isUp())) await provider.back()
    provider.state.instead.set('/.well-known/openid-configuration', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    expect((await signIn()).place.location).toBe(unavailable)
  })

  test('that redirects is not followed', async () => {
    provider.state.instead.set('/.well-known/openid-configuration', (_request, response) => {
      response.writeHead(302, { location: `${provider.issuer}/elsewhere` }).end()
    })
    provider.state.requests.length = 0
    expect((await signIn()).place.location).toBe(unavailable)
    expect(provider.state.requests).not.toContain('GET /elsewhere')
  })

  test('that is back is used', async () => {
    await signedIn()
  })

  test('is asked for its description and its keys once', async () => {
    provider.state.requests.length = 0
    await signedIn()
    await signedIn()
    expect(provider.state.requests.filter((request) => /well-known|jwks/.test(request))).toEqual([])
  })

  test('that goes away during a sign-in: 503, and the flow is used up', async () => {
    newPerson()
    const browser = newBrowser()
    const { location } = await browser.visit('/v1/auth/oidc/start', (url) => url.startsWith(publicUrl))
    await provider.close()
    expect((await browser.visit(location)).location).toBe(unavailable)
    await provider.back()
    expect((await browser.visit(location)).location).toBe('/#/login?error=oidc_flow_invalid')
    expect((await signIn(browser)).place.location).toBe(done)
  })

  test.runIf(isFull)('that never answers is not waited for', { timeout: 60_000 }, async () => {
    newPerson()
    provider.state.instead.set('/token', () => {})
    expect((await signIn()).place.location).toBe(unavailable)
    expect(server.logged.join('')).toContain('no answer within 5 s')
  })

  test('that answers 500 for a token: 503', async () => {
    newPerson()
    provider.state.instead.set('/token', (_request, response) => void response.writeHead(500).end())
    expect((await signIn()).place.location).toBe(unavailable)
  })

  test('that does not know the client is a matter for the operator, and the log says so', async () => {
    newPerson()
    provider.state.instead.set('/token', (_request, response) => {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'invalid_client' }))
    })
    expect((await signIn()).place.location).toBe(unavailable)
    expect(server.logged.join('')).toContain('the provider answered invalid_client')
  })

  test('with new keys is asked for them, but not more often than every ten seconds', async () => {
    await signedIn()
    await provider.rotateKeys()
    newPerson()
    server.clock.at = new Date(Date.now() + 11_000)
    provider.state.requests.length = 0
    expect((await signIn()).place.location).toBe(done)
    const keyRequests = () => provider.state.requests.filter((request) => request === 'GET /jwks').length
    expect(keyRequests()).toBe(1)
    await provider.rotateKeys()
    expect((await signIn()).place.location).toBe('/#/login?error=oidc_response_invalid')
    expect(keyRequests()).toBe(1)
    server.clock.at = new Date(Date.now() + 25_000)
    expect((await signIn()).place.location).toBe(done)
    expect(keyRequests()).toBe(2)
    server.clock.at = null
  })

  test('without a key set: 503', async () => {
    await provider.rotateKeys()
    newPerson()
    server.clock.at = new Date(Date.now() + 50_000)
    provider.state.instead.set('/jwks', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":7}')
    })
    expect((await signIn()).place.location).toBe(unavailable)
    server.clock.at = null
  })
})

async function isUp(): Promise<boolean> {
  return fetch(provider.issuer).then(
    () => true,
    () => false,
  )
}
