import { afterAll, beforeEach, expect, test } from 'vitest'
import { publicUrl, startIdentityProvider } from '../support/outside/identity-provider.ts'
import { auditRows, cookieToken, givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ env: provider.settings })
const { newBrowser, newPerson, reset, sessionOf, signedIn } = ssoTools(server, provider)
afterAll(() => provider.close())
beforeEach(reset)

const stepUp = '/v1/auth/oidc/start?reauthenticate=true'
const now = () => Math.floor(Date.now() / 1000)
const hour = 3600

/** Somebody who signed in long ago at the provider. */
async function signedInEarlier() {
  provider.state.change = (claims) => ({ claims: { ...claims, auth_time: now() - hour } })
  const signed = await signedIn()
  provider.state.change = undefined
  expect(Date.parse(signed.me.session.auth_time)).toBeLessThan(Date.now() - 3_000_000)
  return signed
}

test('asks the person again, and the same session is fresh', async () => {
  const { browser, me, caller } = await signedInEarlier()
  const refreshToken = browser.cookies().get('__Host-kontor_refresh')
  const to = await browser.visit(stepUp, (url) => url.startsWith(provider.issuer))
  const asked = new URL(to.location).searchParams
  expect([asked.get('max_age'), asked.get('prompt')]).toEqual(['0', 'login'])
  const back = await browser.visit(to.location)
  expect(back.location).toBe('/#/single-sign-on')
  expect(browser.cookies().get('__Host-kontor_refresh')).toBe(refreshToken)
  const after = (await caller.get('/v1/auth/me')).body
  expect(after.session.id).toBe(me.session.id)
  expect(Date.parse(after.session.auth_time)).toBeGreaterThan(Date.now() - 60_000)
  expect((await auditRows(server)).at(-1)).toMatchObject({
    action: 'auth.reauthenticated',
    actor_id: me.id,
    session_id: me.session.id,
    outcome: 'success',
  })
})

test('with another person is refused, and changes nothing', async () => {
  const { browser, me, caller } = await signedInEarlier()
  newPerson()
  browser.forget(provider.issuer)
  const { location } = await browser.visit(stepUp)
  expect(location).toBe('/#/single-sign-on?error=oidc_other_person')
  expect((await caller.get('/v1/auth/me')).body.session.auth_time).toBe(me.session.auth_time)
  expect((await auditRows(server)).at(-1)).toMatchObject({
    action: 'auth.reauthenticated',
    object_id: me.id,
    outcome: 'failure',
    details: { reason: 'oidc_other_person' },
  })
})

test('with an old proof of a provider that did not ask is refused', async () => {
  const { browser, me, caller } = await signedInEarlier()
  provider.state.change = (claims) => ({ claims: { ...claims, auth_time: now() - 120 } })
  const { location } = await browser.visit(stepUp)
  expect(location).toBe('/#/single-sign-on?error=oidc_response_invalid')
  expect((await caller.get('/v1/auth/me')).body.session.auth_time).toBe(me.session.auth_time)
})

test('needs a session of this browser', async () => {
  expect((await newBrowser().visit(stepUp)).location).toBe('/#/single-sign-on?error=session_ended')
})

test('is refused when the session has ended meanwhile', async () => {
  const { browser, caller } = await signedInEarlier()
  const { location } = await browser.visit(stepUp, (url) =>
    url.startsWith(`${publicUrl}/v1/auth/oidc/callback`),
  )
  await caller.post('/v1/auth/logout')
  expect((await browser.visit(location)).location).toBe('/#/single-sign-on?error=session_ended')
})

test('does not prove who owns a session of a local account', async () => {
  const { email } = await givenAdministrator(server)
  const browser = newBrowser()
  browser.cookies().set('__Host-kontor_refresh', cookieToken(await login(server, email)))
  newPerson()
  expect((await browser.visit(stepUp)).location).toBe('/#/single-sign-on?error=oidc_other_person')
})

test('does not make a newer proof older', async () => {
  const { browser, me } = await signedIn()
  provider.state.change = (claims) => ({ claims: { ...claims, auth_time: now() - 40 } })
  expect((await browser.visit(stepUp)).location).toBe('/#/single-sign-on')
  expect((await sessionOf(browser)).me.session.auth_time).toBe(me.session.auth_time)
})

test('also changes the role with the groups', async () => {
  const { subject, browser, caller } = await signedInEarlier()
  Object.assign(provider.people.get(subject) as object, { groups: ['kontor-auditors'] })
  expect((await browser.visit(stepUp)).location).toBe('/#/single-sign-on')
  expect((await caller.get('/v1/auth/me')).body.role).toBe('auditor')
})

test('without a mapped group is refused and ends the sessions', async () => {
  const { subject, browser, caller } = await signedInEarlier()
  Object.assign(provider.people.get(subject) as object, { groups: [] })
  expect((await browser.visit(stepUp)).location).toBe('/#/single-sign-on?error=oidc_no_role')
  expect((await caller.get('/v1/auth/me')).status).toBe(401)
})
