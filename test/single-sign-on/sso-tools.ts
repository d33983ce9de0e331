import { expect } from 'vitest'
import type { IdentityProvider, Person } from '../support/outside/identity-provider.ts'
import { createBrowser } from '../support/outside/redirect-walk.ts'
import { cookieRefresh } from '../support/service/auth-helpers.ts'
import { client, type TestServer } from '../support/service/harness.ts'

export type Browser = ReturnType<typeof createBrowser>
const refreshCookie = '__Host-kontor_refresh'
let number = 0

/** What the tests of single sign-on do again and again. */
export function ssoTools(server: TestServer, provider: IdentityProvider) {
  const newBrowser = () => createBrowser(() => server.url, provider.service)

  /** A person of the provider whom no other test knows, and who signs in next. */
  function newPerson(fields: Person = {}): string {
    number += 1
    const id = `person-${number}`
    provider.people.set(id, {
      email: `${id}@example.com`,
      email_verified: true,
      name: `Анна № ${number}`,
      groups: ['kontor-officers'],
      ...fields,
    })
    provider.state.signsIn = id
    return id
  }

  /** Back to an honest provider. */
  function reset(): void {
    provider.state.change = undefined
    provider.state.instead.clear()
    provider.state.serviceUrl = server.url
  }

  async function signIn(browser = newBrowser()) {
    const place = await browser.visit('/v1/auth/oidc/start')
    return { browser, place }
  }

  /** The session of a browser that has signed in. */
  async function sessionOf(browser: Browser) {
    const refreshed = await cookieRefresh(server, browser.cookies().get(refreshCookie) as string)
    expect(refreshed.status).toBe(200)
    const set = /__Host-kontor_refresh=([^;]*)/.exec(refreshed.headers.get('set-cookie') ?? '')?.[1]
    browser.cookies().set(refreshCookie, set as string)
    const caller = client(server, refreshed.body.access_token)
    return { caller, me: (await caller.get('/v1/auth/me')).body }
  }

  async function signedIn(fields: Person = {}) {
    const subject = newPerson(fields)
    const { browser, place } = await signIn()
    expect(place.location).toBe('/#/single-sign-on')
    return { subject, browser, ...(await sessionOf(browser)) }
  }

  return { newBrowser, newPerson, reset, signIn, sessionOf, signedIn }
}
