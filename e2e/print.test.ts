import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { givenOrganization } from '../test/support/given/factories.ts'
import { settled, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()
const words = wordsOf('ru-RU')
const look = { locale: 'ru-RU', colorScheme: 'dark' } as const

/** What is printed after `start`. A test has no dialog of the browser: its place takes a mark on the page. */
async function print(page: Page, name: string, start: () => Promise<void>) {
  await page.evaluate("globalThis.print = () => { document.body.dataset.printed = '' }")
  await start()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
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
