// npm run screenshots: the main screens of the console, as docs/screenshots/*.png, from a throw-away instance.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { owner, startInstance } from '../demo/instance.ts'
import { seed } from '../demo/seed.ts'
import { findBrowser, type Look, openBrowser, openContext } from '../e2e/browser.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')
const port = Number(process.env.PORT || 8080)

if (findBrowser() === undefined) {
  console.error('kontor: no Chromium or Chrome was found; name one by KONTOR_BROWSER.')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
const instance = await startInstance(port)
const browser = await openBrowser()
try {
  const register = join(instance.dataDir, 'register.csv')
  await instance.kontor('parties', 'generate', '--count', '3000', '--out', register)
  await instance.kontor('parties', 'import', register)
  await seed(instance.url)
  await photograph()
} finally {
  await browser.close()
  await instance.stop()
}

async function photograph(): Promise<void> {
  const page = await signedIn({ locale: 'en-US' })
  await at(page, '/', 'overview')
  await at(page, '/organizations', 'organizations')
  const links = await page
    .locator('tbody a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  const [approved, inReview] = [links.at(-1), links.at(-6)].map((link) => link?.slice(1) ?? '/')
  await at(page, `${inReview}/documents`, 'documents')
  await at(page, `${approved}/wallets`, 'wallets')
  await page.goto(`${instance.url}/#/organizations/create`)
  await page.getByRole('textbox').first().fill('cnhjq')
  await page.locator('mark').first().waitFor()
  await shoot(page, 'register-search')
  await at(page, '/purchase-requests/board', 'board')
  await page.goto(`${instance.url}/#/purchase-requests`)
  await page.locator('tbody a').nth(-4).click()
  await page.getByText('«Approve» is not possible yet.').waitFor()
  await shoot(page, 'blockers')
  await at(page, '/audit-events', 'audit-log')
  const russian = await signedIn({ locale: 'ru-RU', colorScheme: 'dark' })
  await at(russian, '/', 'overview-ru-dark')
  const narrow = await signedIn({ locale: 'ru-RU', width: 375 })
  await at(narrow, '/organizations', 'organizations-narrow')
}

async function signedIn(look: Look): Promise<Page> {
  const page = await (await openContext(browser, look)).newPage()
  await page.goto(instance.url)
  await page.locator('input[name="email"]').fill(owner.email)
  await page.locator('input[name="password"]').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.locator('main h1, #main-content h1').first().waitFor()
  return page
}

async function at(page: Page, place: string, name: string): Promise<void> {
  await page.goto(`${instance.url}/#${place}`)
  // A page comes in a file of its own: until that is there, nothing is.
  await page
    .locator('#main-content')
    .filter({ hasText: /\S.{40}/s })
    .waitFor()
  await shoot(page, name)
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.locator('[role="progressbar"]:not([aria-valuenow])').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/screenshots/${name}.png`)
}
