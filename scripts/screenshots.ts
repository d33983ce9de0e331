// npm run screenshots: saves the main screens of the console as docs/screenshots/*.png, from a temporary instance.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { owner } from '../demo/instance.ts'
import { startWithSampleData } from '../demo/sample-data.ts'
import { findBrowser, type Look, openBrowser, openContext } from '../e2e/browser.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')
const port = Number(process.env.PORT || 8080)

if (findBrowser() === undefined) {
  console.error('kontor: no Chromium or Chrome was found; set KONTOR_BROWSER to its path.')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
const { instance, numbers, transfer } = await startWithSampleData(port)
const browser = await openBrowser()
try {
  await photograph()
} finally {
  await browser.close()
  await instance.stop()
}

async function photograph(): Promise<void> {
  const page = await signedIn({ locale: 'en-US' })
  await at(page, '/', 'overview', heading(page, 'Recent activity'))
  await at(page, '/organizations', 'organizations', page.locator('tbody a').last())
  const approved = await placeOf(page, 'Невская логистика')
  const inReview = await placeOf(page, 'Точная оптика')
  const withPeople = await placeOf(page, 'Кедровая падь')
  await at(page, `${inReview}/documents`, 'documents', page.getByText('Charter').first())
  await at(page, `${approved}/wallets`, 'wallets', page.getByText('Tron').first())
  await page.goto(`${instance.url}/#/organizations/create`)
  await page.getByRole('textbox').first().fill('cnhjq')
  await page.locator('mark').first().waitFor()
  await shoot(page, 'register-search')
  await page.goto(`${instance.url}/#/purchase-requests`)
  await page.getByRole('link', { name: numbers.deal }).click()
  await heading(page, 'Deliveries').waitFor()
  await shoot(page, 'list-with-pane')
  await at(page, '/work/documents/review', 'document-review', page.locator('main canvas, main img').first())
  await at(
    page,
    `/transfers/${transfer}/show`,
    'transfer',
    page.getByRole('button', { name: 'Sign', exact: true }),
  )
  await at(page, '/purchase-requests/board', 'board', page.getByText(numbers.blocked))
  const byNumber = (number: string) => `/purchase-requests/number/${number}`
  await at(page, byNumber(numbers.blocked), 'blockers', page.getByText('Before approval:'))
  await at(page, byNumber(numbers.deal), 'deal', heading(page, 'Deliveries'))
  await at(page, '/credits', 'unallocated-money', page.getByText('П-2006'))
  await at(page, '/balances', 'balances', page.locator('tbody a').last())
  await at(page, '/statement-lines', 'statement-lines', page.getByText('PR-2026-').first())
  await at(page, `${withPeople}/people`, 'people', page.getByText('ООО «Северный холдинг»').first())
  await at(page, '/screening-hits', 'screening', page.locator('tbody a').last())
  await page.getByRole('link', { name: /Воронцов/ }).click()
  await heading(page, 'Side by side').waitFor()
  await shoot(page, 'screening-hit')
  await at(page, '/reports', 'reports', page.getByRole('table').last())
  await at(page, '/audit-events', 'audit-log', page.locator('tbody tr').last())
  const russian = await signedIn({ locale: 'ru-RU', colorScheme: 'dark' })
  await at(russian, '/', 'overview-ru-dark', heading(russian, 'Последние действия'))
  const narrow = await signedIn({ locale: 'ru-RU', width: 375 })
  const anyOrganization = narrow.locator('#main-content a[href^="#/organizations/"]').last()
  await at(narrow, '/organizations', 'organizations-narrow', anyOrganization)
}

/** The page of an organization, by its name. */
async function placeOf(page: Page, name: string): Promise<string> {
  await page.goto(`${instance.url}/#/organizations?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`)
  const link = page.locator('tbody a', { hasText: name }).first()
  return (await link.getAttribute('href'))?.slice(1) ?? '/'
}

async function signedIn(look: Look): Promise<Page> {
  const page = await (await openContext(browser, look)).newPage()
  await page.goto(instance.url)
  await page.locator('input[name="email"]').fill(owner.email)
  await page.locator('input[name="password"]').fill(owner.password)
  await page.keyboard.press('Enter')
  // Waits for the page after the sign-in, because it would override other navigation.
  await page.getByRole('heading', { name: /^(Overview|Обзор)$/ }).waitFor()
  return page
}

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true })
}

/** `landmark` is visible once the page is complete; code and data are loaded after the URL has changed. */
async function at(page: Page, place: string, name: string, landmark: Locator): Promise<void> {
  await page.goto(`${instance.url}/#${place}`)
  await landmark.waitFor()
  await shoot(page, name)
}

async function shoot(page: Page, name: string): Promise<void> {
  // The stream of events stays open, so that the network may never be idle.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  await page.locator('[role="progressbar"]:not([aria-valuenow])').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/screenshots/${name}.png`)
}
