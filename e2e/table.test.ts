import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { perPage } from '../console/shared/lists/rows-query.ts'
import { presetDays, presets } from '../console/views/preset-days.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { transfersOn } from '../test/support/given/given-transfer.ts'
import type { Ids } from './dialogs.ts'
import { givenEverything } from './given-everything.ts'
import { expectAccessible, looks, settled, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

// What every table of the console does, whatever its rows are.

const console = startConsole({ env: transfersOn })
let ids: Ids

beforeAll(async () => {
  ids = await givenEverything(console.server)
})

const rows = (page: Page) => page.getByRole('main').locator('tbody a[data-row]')
// By their place: below the menu of columns, they have no role.
const heads = (page: Page) => page.locator('main thead th').allTextContents()

test('columns are chosen and moved, stay after a reload and with a view, and are each person’s own', async () => {
  const words = wordsOf('en-US')
  const { columns, requests, views, action } = words
  const total = requests.columns.total
  const page = await console.open('operator', { place: '/purchase-requests' })
  await rows(page).first().waitFor()
  const usual = await heads(page)
  expect(usual.indexOf(total)).toBeGreaterThan(usual.indexOf(requests.columns.organization))

  await page.getByRole('button', { name: columns.title, exact: true }).click()
  await page.getByRole('checkbox', { name: requests.columns.assignee }).uncheck()
  const up = page.getByRole('button', { name: columns.up.replace('%{name}', total) })
  await up.click()
  // The next step goes on from the place that is shown.
  await expect.poll(async () => (await heads(page)).indexOf(total)).toBe(usual.indexOf(total) - 1)
  await up.click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // A box, the number, and then what was moved.
  const chosen = [...usual.slice(0, 2), total]
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(chosen)
  expect(await heads(page)).not.toContain(requests.columns.assignee)

  await page.getByRole('button', { name: views.title }).click()
  await page.getByRole('menuitem', { name: views.save }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: views.name }).fill('Totals first')
  await page.getByRole('dialog').getByRole('switch').check()
  await page.getByRole('dialog').getByRole('button', { name: action.save }).click()
  await page.getByRole('button', { name: views.shown.replace('%{name}', 'Totals first') }).waitFor()

  await page.goto(console.url('/organizations'))
  await page.goto(console.url('/purchase-requests'))
  await page.reload()
  await rows(page).first().waitFor()
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(chosen)

  const other = await console.open('operator', { place: '/purchase-requests' })
  await rows(other).first().waitFor()
  expect(await heads(other)).toEqual(usual)
  const { body } = await (await console.server.signIn('operator')).get('/v1/views?list=purchase-requests')
  await other.goto(console.url(`/views/${body.items[0].id}`))
  await expect.poll(async () => (await heads(other)).slice(0, 3)).toEqual(chosen)
})

test('days are one field and periods, with two Tab stops', async () => {
  for (const look of looks) {
    const words = wordsOf(look.locale)
    const { created, ...names } = words.list_filters
    const page = await console.open('operator', { ...look, place: '/purchase-requests' })
    await rows(page).first().waitFor()
    const list = listOf(page, words)
    for (const preset of presets) {
      await list.edit(created)
      const field = page.getByRole('textbox', { name: created, exact: true })
      await expect.poll(() => field.evaluate((node) => node.ownerDocument.activeElement === node)).toBe(true)
      if (preset === 'today') await expectAccessible(page)
      await page.keyboard.press('Tab')
      // One stop for all periods; the arrows choose among them.
      for (const _ of presets.slice(0, presets.indexOf(preset))) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
      const { from } = presetDays(preset, new Date())
      const start = new Date(`${from}T00:00`).toISOString()
      await expect
        .poll(() => decodeURIComponent(page.url()))
        .toMatch(new RegExp(`"from":"(${from}|${start.replaceAll('.', '\\.')})"`))
      await list.clear()
      await expect.poll(() => decodeURIComponent(page.url())).not.toContain('"from"')
    }
    await list.edit(created)
    const field = page.getByRole('textbox', { name: created, exact: true })
    await field.fill('31.02.2026')
    await field.press('Enter')
    await page
      .getByRole('alert')
      .getByText(names.wrong_days.split('%{')[0] ?? '')
      .waitFor()
    await field.fill('– 02.01.2020')
    await field.press('Enter')
    await page.getByText(words.empty.nothing_found).waitFor()
  }
})

test('nothing moves when the bar for chosen rows comes and goes', async () => {
  const page = await console.open('owner', { place: '/purchase-requests' })
  await rows(page).first().waitFor()
  await settled(page)
  const places = () =>
    rows(page).evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  const before = await places()
  const box = page.getByRole('main').locator('tbody input[type="checkbox"]').first()
  await box.check()
  const words = wordsOf('en-US')
  await page.getByRole('button', { name: words.bulk.assign }).waitFor()
  expect(await places()).toEqual(before)
  await box.uncheck()
  await page.getByRole('button', { name: words.bulk.assign }).waitFor({ state: 'detached' })
  expect(await places()).toEqual(before)
})

test('the search field of a list finds what the search finds', async () => {
  const owner = await console.server.signIn('owner')
  const { number } = (await owner.get(`/v1/purchase-requests/${ids.approved}`)).body
  for (const look of looks) {
    const words = wordsOf(look.locale)
    const page = await console.open('operator', { ...look, place: '/purchase-requests' })
    await rows(page).nth(1).waitFor()
    await page.getByRole('textbox', { name: words.list_search.requests }).fill(number.slice(-6))
    await expect.poll(() => rows(page).allTextContents()).toEqual([number])
    await expectAccessible(page)
  }
})

/** The kinds of records that open beside their list. Statement lines are worked off: one of them is always open. */
const panes = [
  { place: '/organizations', closes: true },
  { place: '/purchase-requests', closes: true },
  { place: '/documents', closes: true },
  { place: '/screening-hits', closes: true },
  { place: '/transfers', closes: true },
  { place: '/statement-lines', closes: false },
]

const pane = (page: Page) => page.getByRole('complementary').last()
/** The row that is open. */
const opened = (page: Page) =>
  rows(page).evaluateAll(
    (links) => links.find((link) => link.getAttribute('aria-current'))?.getAttribute('data-row') ?? null,
  )
const focused = (page: Page) =>
  page.locator('html').evaluate((html) => html.ownerDocument.activeElement?.getAttribute('data-row'))

test.each(panes)('beside $place, the keys go from row to row', async ({ place, closes }) => {
  const page = await console.open('owner', { place })
  await rows(page).first().waitFor()
  await settled(page)
  const all = await rows(page).evaluateAll((links) => links.map((link) => link.getAttribute('data-row')))
  const before = await opened(page)

  // With the key for a new tab, the list stays as it is.
  const last = rows(page).last()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    last.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await tab.close()
  expect(await opened(page)).toBe(before)

  await rows(page).first().click()
  await expect.poll(() => opened(page)).toBe(all[0])
  await pane(page).waitFor()
  for (const id of all.slice(1)) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => opened(page)).toBe(id)
  }
  // At the end there is nothing further, and nothing closes.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => opened(page)).toBe(all.at(-1))
  if (all.length > 1) {
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => opened(page)).toBe(all.at(-2))
  }
  await page.keyboard.press('Escape')
  if (!closes) return expect(await opened(page)).toBe(all.at(-2) ?? all[0])
  await expect.poll(() => opened(page)).toBeNull()
  await expect.poll(() => focused(page)).toBe(all.at(-2) ?? all[0])
})

test('↓ in the last row of a page goes on into the next page', async () => {
  for (let made = 0; made < perPage + 5; made++) await givenOrganization(console.server)
  const page = await console.open('owner', { place: '/organizations' })
  await expect.poll(() => rows(page).count()).toBe(perPage)
  await rows(page)
    .nth(perPage - 1)
    .focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(perPage)
  const next = await rows(page).nth(perPage).getAttribute('data-row')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe(next)
})

test('the lists that people begin with are drawn with all of their texts before those of other pages are loaded', async () => {
  const page = await console.open('owner', { locale: 'ru-RU', place: '/account' })
  const held: Route[] = []
  await page.route(/texts-rest-/, (route) => void held.push(route))
  for (const place of ['/purchase-requests', '/organizations']) {
    await page.goto(console.url(place))
    await page.reload()
    await rows(page).first().waitFor()
    await expect.poll(() => held.length).toBe(1)
    const main = page.getByRole('main')
    expect(await main.locator('thead th[scope="col"]').allTextContents()).not.toContain('')
    expect(await main.locator('tbody td[data-kind="status"]').allTextContents()).not.toContain('')
    // Buttons and links without a name are faults.
    await expectAccessible(page)
    // A page of others waits for its texts.
    await page.goto(console.url('/wallets'))
    await page.getByRole('progressbar').first().waitFor()
    await held.pop()?.continue()
    await page.getByRole('heading', { level: 1, name: wordsOf('ru-RU').wallets.title }).waitFor()
  }
})

test('where a statement line has no room beside the others, it is unfolded below its row', async () => {
  const page = await console.open('owner', { locale: 'ru-RU', width: 1024, place: '/statement-lines' })
  await rows(page).nth(1).waitFor()
  const card = page.getByRole('main').locator('[role="group"][aria-current="true"]')
  expect(await card.count()).toBe(0)
  // The first key shows the line that it would go on from.
  for (const at of [0, 1]) {
    await page.keyboard.press('ArrowDown')
    await card.waitFor()
    expect(await opened(page)).toBe(await rows(page).nth(at).getAttribute('data-row'))
  }
  await expectAccessible(page)
  await rows(page).nth(1).click()
  await card.waitFor({ state: 'detached' })
  await rows(page).first().click()
  await card.waitFor()
})
