import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../test/support/files/document-samples.ts'
import { upload } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import * as given from '../test/support/given/given-purchase-request.ts'
import type { Client } from '../test/support/service/harness.ts'
import { accessibilityFaults, overflows, settled, startConsole } from './harness.ts'

const console = startConsole()
const days = 24 * 3600 * 1000

beforeAll(async () => {
  const { server } = console
  const start = Date.now() - 20 * days
  const at = async (afterDays: number): Promise<Client> => {
    server.clock.at = new Date(start + afterDays * days)
    return server.signIn('owner')
  }
  const buyer = await given.givenBuyer(server)
  await given.givenRequest(await at(0), buyer.id, {}, given.review, given.approve, given.pay, given.complete)
  await given.givenRequest(await at(1), buyer.id, {}, given.review, given.approve)
  await given.givenRequest(await at(8), buyer.id, { asset: 'BTC', network: 'bitcoin' }, given.cancel)
  const { id } = await given.givenRequest(await at(9), buyer.id, { fiat_currency: 'AED' })
  await (await at(10)).patch(`/v1/purchase-requests/${id}/status`, given.review)
  const waiting = await givenOrganization(server, {
    created_at: new Date(start),
    updated_at: new Date(start),
  })
  expect((await upload(await at(12), waiting, 'charter', pdf())).status).toBe(200)
  server.clock.at = null
})

/** What a bar says, and the list that it opens. */
async function linksIn(page: Page) {
  const links = page.locator('#main-content a[href*="filter="][aria-label]')
  return links.evaluateAll((all) =>
    all.map((link) => {
      const name = link.getAttribute('aria-label') ?? ''
      const [path = '', query = ''] = (link.getAttribute('href') ?? '').slice(1).split('?filter=')
      const filter = JSON.parse(decodeURIComponent(query)) as Record<string, string>
      return { name, rows: Number(/: (\d+)\./.exec(name)?.[1]), path, filter }
    }),
  )
}

/** How many rows the file of a list has: it takes the same filters. */
async function rowsOf(owner: Client, list: string, filter: Record<string, string>): Promise<number> {
  const { status, body } = await owner.get(
    `/v1/exports/${list}?${new URLSearchParams({ format: 'csv', ...filter })}`,
  )
  expect([status, filter]).toEqual([200, filter])
  return String(body).trimEnd().split('\n').length - 1
}

describe('reports', () => {
  test('each bar opens a list with as many rows as it says', async () => {
    const page = await console.open('owner', { place: '/reports' })
    await settled(page)
    const owner = await console.server.signIn('owner')
    const links = await linksIn(page)
    expect(links.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/Delivered requests: 1\./), 'Approved. Requests: 2.']),
    )
    expect(links.length).toBeGreaterThan(10)
    for (const { name, rows, path, filter } of links) {
      if (path === '/purchase-requests')
        expect([name, rows]).toEqual([name, await rowsOf(owner, 'purchase-requests', filter)])
      // Both wait since the day on which they were made.
      else if (path === '/work/documents')
        expect(rows).toBe(await rowsOf(owner, 'documents', { ...filter, status: 'pending' }))
      else {
        expect(path).toBe('/work/kyb')
        expect(rows).toBe(await rowsOf(owner, 'organizations', { ...filter, kyb_status: 'in_review' }))
      }
    }
    await page.getByRole('link', { name: /^Approved\. Requests now: 1\./ }).click()
    await page.getByRole('heading', { name: 'Purchase requests', level: 1 }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  })

  test('are accessible, fit a narrow screen, and show figures beside the charts', async () => {
    for (const look of [{}, { width: 375, locale: 'ru-RU', colorScheme: 'dark' as const }]) {
      const page = await console.open('auditor', { ...look, place: '/reports' })
      await settled(page)
      for (const button of await page.getByRole('button', { name: /^(Figures|Цифры):/ }).all())
        await button.click()
      expect(await page.getByRole('table').count()).toBeGreaterThan(5)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await overflows(page)).toBe(false)
    }
  })

  test('the period is chosen by presets and dates, and is part of the link', async () => {
    const page = await console.open('operator', { place: '/reports' })
    await settled(page)
    await page.getByRole('button', { name: '30 days' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/reports\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
    await page.getByRole('textbox', { name: 'From', exact: true }).fill('2020-01-01')
    await expect.poll(() => page.url()).toContain('from=2020-01-01')
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-01-31')
    await expect.poll(() => page.url()).toContain('from=2020-01-01&to=2020-01-31')
    await expect.poll(() => page.getByText('Nothing in this period.').count()).toBeGreaterThanOrEqual(2)
    await page.reload()
    await settled(page)
    expect(await page.getByRole('textbox', { name: 'To', exact: true }).inputValue()).toBe('2020-01-31')
  })

  test('are in Russian', async () => {
    const page = await console.open('officer', { locale: 'ru-RU', place: '/reports' })
    await settled(page)
    for (const name of ['Обороты по неделям', 'От заявки до выполнения', 'Время в статусах'])
      await page.getByRole('heading', { name }).waitFor()
    expect(await page.locator('#main-content').textContent()).not.toMatch(
      /kontor\.|\b(Requests|Median|Week)\b/,
    )
  })

  test('on paper there are figures only, dark on white', async () => {
    const page = await console.open('officer', { colorScheme: 'dark', place: '/reports' })
    await settled(page)
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByRole('menuitem', { name: 'Overview' }).isVisible()).toBe(false)
    const color = await page.evaluate("getComputedStyle(document.querySelector('tbody th')).color")
    expect(color).toBe('rgb(0, 0, 0)')
  })
})
