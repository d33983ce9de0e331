import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Role } from '../contract/api/roles.ts'
import { login } from '../contract/operations/administrators/auth.ts'
import { isConsoleBuilt } from '../scripts/console-build.mjs'
import { givenAdministrator, password } from '../test/support/service/auth-helpers.ts'
import { startServer, type TestServer } from '../test/support/service/harness.ts'
import { complaints, type Look, openBrowser } from './browser.ts'
import { createSeats, type Memory } from './seats.ts'

export { password }

export interface Console {
  server: TestServer
  /** An account with `password`. */
  account(role: Role): Promise<{ email: string; id: string }>
  /** A page in a separate browser context, signed in with this role, at a place of the console. */
  open(role: Role, look?: Look & { place?: string }): Promise<Page>
  /** A page without a session, opened at a place of the console. */
  visit(look?: Look & { place?: string }): Promise<Page>
  /** Declares an expected error response, which the browser reports as an error. */
  expectRefusal(status: number): void
  expectComplaint(part: string): void
  url(place: string): string
}

/** The console in Chromium with the real service. A test fails if its page reports an error. */
export function startConsole(options: Parameters<typeof startServer>[0] = {}): Console {
  const server = startServer({ connections: 6, ...options })
  let browser: Browser
  const seats = createSeats(
    () => browser,
    () => server.url,
  )
  const heard: string[][] = []
  const expected = new Set<string>()

  beforeAll(async () => {
    if (!isConsoleBuilt()) throw new Error('The console is not built from these sources: npm test builds it.')
    browser = await openBrowser()
  })
  afterEach(async () => {
    const said = heard.splice(0).flat()
    expected.clear()
    await seats.leaveAll()
    expect(said).toEqual([])
  })
  afterAll(() => browser?.close())

  async function visit(look: Look, memory: Memory, place: string): Promise<Page> {
    const page = await seats.take(look, memory)
    heard.push(complaints(page, (text) => [...expected].some((part) => text.includes(part))))
    await page.goto(place)
    return page
  }

  const url = (place: string) => `${server.url}/#${place}`

  /** Straight in the database: under some policies, making an account over the API needs other people. */
  function account(role: Role) {
    const email = `${role}-${crypto.randomUUID().slice(0, 8)}@example.com`
    return givenAdministrator(server, { email, role, name: `Test ${role}` })
  }

  return {
    server,
    account,
    visit: ({ place = '/', ...look } = {}) => visit(look, { cookies: [], localStorage: {} }, url(place)),
    url,
    expectRefusal: (status) => expected.add(`status of ${status}`),
    expectComplaint: (part) => expected.add(part),
    async open(role, { place = '/', ...look } = {}) {
      const { email } = await account(role)
      const memory = signedIn(server.url, await refreshCookie(server.url, email))
      const page = await visit(look, memory, url(place))
      await page.locator('h1').first().waitFor()
      return page
    },
  }
}

/** Signs in through the API and returns the value of the cookie. */
async function refreshCookie(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const [cookie = ''] = response.headers.getSetCookie()
  return cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))
}

/** What a browser with a session has: the cookie, and the flag in localStorage. */
function signedIn(url: string, value: string): Memory {
  const cookie = {
    name: '__Host-kontor_refresh',
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
  }
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: true, sameSite: 'Strict' }],
    localStorage: { 'kontor.signed_in': '1' },
  }
}

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Accessibility violations that axe finds on the page: rule, message and element. */
export async function accessibilityFaults(
  page: Page,
  { without = [], within = 'html' }: { without?: string[]; within?: string } = {},
): Promise<string[]> {
  // The policy of the page blocks scripts, but the debugger may evaluate code.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.locator(within).evaluate(async (looked, without) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe was injected above, without types
    const { violations } = await (globalThis as any).axe.run(looked, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    })
    return violations.flatMap((violation: { id: string; help: string; nodes: { html: string }[] }) =>
      violation.nodes.map((node) => `${violation.id}: ${violation.help}: ${node.html.slice(0, 160)}`),
    )
  }, without)
}

/** Whether the page scrolls horizontally. */
export async function overflows(page: Page): Promise<boolean> {
  return page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth + 1)
}

/** The two looks that differ most, for journeys: all combinations are part of the full run (screens.test.ts). */
export const looks = [
  { locale: 'en-US', width: 1440, colorScheme: 'light' },
  { locale: 'ru-RU', width: 390, colorScheme: 'dark' },
] as const satisfies Look[]

/** Nothing for axe to find, and no horizontal scrolling. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await settled(page)
  // The tooltip of what lies under the pointer is in no landmark.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').first().waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page, { within })).toEqual([])
  expect(await overflows(page)).toBe(false)
}

/** Waits until nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[role="progressbar"]:not([aria-valuenow])').first().waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
}
