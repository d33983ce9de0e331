import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { client, oneC } from '../test/statements/samples.ts'
import { importFile } from '../test/statements/uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { givenOwnAccounts } from '../test/support/given/given-own-accounts.ts'
import { givenRequest } from '../test/support/given/given-purchase-request.ts'
import { settled, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()
const words = wordsOf('ru-RU')
const look = { locale: 'ru-RU', colorScheme: 'dark' } as const

/** What is printed after `start`. A test has no dialog of the browser: its place takes a mark on the page. */
async function startPrint(page: Page, start: () => Promise<void>) {
  await page.evaluate("globalThis.print = () => { document.body.dataset.printed = '' }")
  await start()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
}

async function print(page: Page, name: string, start: () => Promise<void>) {
  await startPrint(page, start)
  const path = process.env.SHOTS && `${process.env.SHOTS}/print-${name}.pdf`
  const pdf = await page.pdf({ preferCSSPageSize: true, ...(path ? { path } : {}) })
  expect(await page.locator('[data-print-header]').textContent()).toMatch(/^Kontor.*\d{4}/)
  expect(await page.locator('button:visible').count()).toBe(0)
  for (const role of ['menuitem', 'banner', 'navigation'] as const)
    expect([role, await page.getByRole(role).count()]).toEqual([role, 0])
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

/** The style of what is printed, as the browser works it out. */
function styleOf(page: Page, selector: string, property: string) {
  return page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`)
}

test('a list prints all of its rows, with its name and its filters, on several pages', async () => {
  for (let made = 0; made < 55; made++) await givenOrganization(console.server)
  const filter = encodeURIComponent('{"kyb_status":"in_review"}')
  const page = await console.open('officer', { ...look, place: `/organizations?filter=${filter}` })
  await settled(page)
  const rows = page.locator('.printed-list tbody tr')
  await expect.poll(() => rows.count()).toBe(50)
  expect(await print(page, 'list', () => page.keyboard.press('Control+p'))).toBeGreaterThan(1)
  expect(await rows.count()).toBe(55)
  expect(await page.locator('.printed-list > .only-printed').textContent()).toMatch(/^Организации.+: .+/)
  expect(await page.getByText(words.print.first_rows.slice(0, 15)).count()).toBe(0)
  expect(await styleOf(page, '.printed-list tbody td', 'color')).toBe('rgb(0, 0, 0)')
  expect(await styleOf(page, 'body', 'backgroundColor')).toBe('rgba(0, 0, 0, 0)')
  expect(await styleOf(page, '.printed-list thead', 'display')).toBe('table-header-group')
  expect(await styleOf(page, '.printed-list tbody tr', 'breakInside')).toBe('avoid')
  await page.emulateMedia({ media: null })
})

test('a record and the reports print without what is only on a screen', async () => {
  const { id } = await givenOrganization(console.server)
  for (const [name, place] of [
    ['record', `/organizations/${id}/show`],
    ['reports', '/reports'],
  ] as const) {
    const page = await console.open('officer', { ...look, place })
    await settled(page)
    await print(page, name, () => page.getByRole('button', { name: words.print.title }).click())
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await styleOf(page, 'h1', 'color')).toBe('rgb(0, 0, 0)')
    await page.emulateMedia({ media: null })
  }
})

test('beside an open record a list prints all columns that paper has room for, and no boxes', async () => {
  const { id: organization } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  const { id } = await givenRequest(owner, organization)
  const place = `/purchase-requests?filter=${encodeURIComponent('{}')}&pane=${id}`
  const page = await console.open('operator', { ...look, width: 1280, place })
  await page.getByRole('complementary').waitFor()
  const heads = page.locator('.printed-list thead th:visible')
  const before = await heads.count()
  await print(page, 'pane', () => page.keyboard.press('Control+p'))
  expect(await heads.count()).toBeGreaterThan(before)
  expect(await page.locator('.choose:visible').count()).toBe(0)
  expect(await page.getByRole('complementary').count()).toBe(0)
})

test('a queue and a page of keys print with their name', async () => {
  for (const [place, title] of [
    [
      '/work/documents?overdue=true',
      `${words.queue.documents}${words.work.filter.due}: ${words.work.overdue}`,
    ],
    ['/webhooks', words.webhooks.title],
  ] as const) {
    const page = await console.open('owner', { ...look, place })
    await settled(page)
    await print(page, 'queue', () => page.keyboard.press('Control+p'))
    expect(await page.locator('.printed-list > .only-printed').first().textContent()).toBe(title)
    await page.emulateMedia({ media: null })
  }
})

test('of a list without an end, 1,000 rows are printed, and that there are more is said', async () => {
  const owner = await console.server.signIn('owner')
  const account = '40702810900000077701'
  await givenOwnAccounts(owner, [account])
  const imported = await importFile(
    owner,
    oneC([{ number: '1', on: '2026-01-12', amount: '10.00', to: account, party: client, purpose: '' }]),
  )
  expect(imported.status, JSON.stringify(imported.body)).toBe(201)
  const [line] = (await owner.get('/v1/statement-lines')).body.items
  const page = await console.open('operator', { ...look, width: 1440, place: '/account' })
  await page.route(
    ({ pathname }) => pathname === '/v1/statement-lines',
    (route) => {
      const items = Array.from({ length: 300 }, () => ({ ...line, id: crypto.randomUUID() }))
      return route.fulfill({ json: { items, next_cursor: 'more' } })
    },
  )
  await page.goto(console.url('/statement-lines'))
  const rows = page.locator('.printed-list tbody tr')
  await rows.first().waitFor()
  await startPrint(page, () => page.keyboard.press('Control+p'))
  expect(await rows.count()).toBe(1200)
  expect(await styleOf(page, '.printed-list tbody tr:nth-of-type(1000)', 'display')).toBe('table-row')
  expect(await styleOf(page, '.printed-list tbody tr:nth-of-type(1001)', 'display')).toBe('none')
  expect(await page.locator('.printed-list > .only-printed').textContent()).toContain(words.statements.lines)
  await page.getByText(words.print.first_rows.replace('%{count}', '1000')).waitFor()
  await page.unrouteAll()
})
