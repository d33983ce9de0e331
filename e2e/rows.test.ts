import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { scaled } from '../test/support/cases/scale.ts'
import { transfersOn } from '../test/support/given/given-transfer.ts'
import { givenEverything } from './given-everything.ts'
import { settled, startConsole } from './harness.ts'

const console = startConsole({ env: transfersOn })

beforeAll(async () => {
  await givenEverything(console.server)
  // Times that are told with the longest words.
  const created_at = new Date(Date.now() - 58 * 60_000)
  await console.server.db.updateTable('purchase_requests').set({ created_at }).execute()
  await console.server.db.updateTable('organizations').set({ created_at }).execute()
})

/** How many rows of a list somebody sees at once on a screen of this width and 900 px. */
const sizes = [
  { locale: 'en-US', width: 1440, least: 20 },
  { locale: 'ru-RU', width: 1024, least: 18 },
  { locale: 'ru-RU', width: 390, least: 16 },
  { locale: 'ru-RU', width: 1440, least: 20 },
  { locale: 'en-US', width: 1024, least: 18 },
  { locale: 'en-US', width: 390, least: 16 },
] as const
/** What is cards on a phone. */
const cards = ['/statement-lines']

const lists = [
  '/organizations',
  '/purchase-requests',
  '/statement-lines',
  '/transfers',
  '/documents',
  '/payments',
  '/credits',
  '/balances',
  '/administrators',
  '/webhooks',
  '/audit-events',
  ...scaled(
    [],
    [
      '/screening-hits',
      '/statements',
      '/book-entries',
      '/rates',
      '/acquisitions',
      '/wallets',
      '/transfer-batches',
      '/chain-lines',
      '/payment-files',
      '/work/documents',
      '/work/requests',
      '/api-keys',
      '/desk-companies',
      '/webhook-deliveries',
      '/payment-files',
      '/approvals?filter={}',
    ],
  ),
]

interface Seen {
  /** From the header to the foot, or to the end of the screen. */
  room: number
  rowHeights: number[]
  /** Numbers, dates, amounts and statuses that are wrapped or cut. */
  cut: string[]
  /** The line above the table. */
  bar: number | null
}

describe.each(scaled<readonly (typeof sizes)[number][]>(sizes.slice(0, 3), sizes))(
  'at $width px, in $locale',
  ({ least, ...look }) => {
    test('lists show enough rows, each in one line, with nothing cut that has to be read whole', async () => {
      const page = await console.open('owner', look)
      const found: string[] = []
      for (const place of lists) {
        if (look.width < 900 && cards.includes(place)) continue
        await page.goto(console.url(place))
        await page.getByRole('main').locator('tbody tr').first().waitFor()
        await settled(page)
        const { room, rowHeights, cut, bar } = await seen(page)
        if (Math.floor(room / 36) < least) found.push(`${place}: room for ${Math.floor(room / 36)} rows`)
        if (rowHeights.some((height) => height > 37)) found.push(`${place}: rows of ${rowHeights.join()} px`)
        if (bar === null || bar > 40) found.push(`${place}: a line of ${bar} px`)
        found.push(...cut.map((text) => `${place}: ${text}`))
      }
      expect(found).toEqual([])
    })
  },
)

function seen(page: Page): Promise<Seen> {
  return page
    .getByRole('main')
    .locator('table')
    .first()
    .evaluate((table) => {
      const whole =
        'td[data-kind]:not([data-kind="text"], [data-kind="name"], [data-kind="outcome"], [data-kind="rest"])'
      const foot = table.ownerDocument.querySelector('[role="status"]')?.getBoundingClientRect().height ?? 0
      return {
        room: 900 - foot - table.querySelector('thead').getBoundingClientRect().bottom,
        rowHeights: [...table.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height),
        cut: [...table.querySelectorAll(whole)]
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => `${cell.getAttribute('data-kind')} is cut: ${cell.textContent}`),
        bar: table.ownerDocument.querySelector('[role="toolbar"]')?.getBoundingClientRect().height ?? null,
      }
    })
}

test('beside an open request, the others keep their number, name, total and status', async () => {
  for (const locale of ['en-US', 'ru-RU'] as const) {
    const page = await console.open('owner', { locale, width: 1440, place: '/purchase-requests' })
    await page.getByRole('main').locator('tbody a').first().click()
    await page.getByRole('complementary').last().getByRole('heading').first().waitFor()
    await settled(page)
    const kinds = () =>
      page
        .getByRole('main')
        .locator('table')
        .first()
        .locator('tbody tr')
        .first()
        .locator('td[data-kind]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-kind')))
    await expect.poll(kinds).toEqual(['code', 'name', 'amount', 'status'])
    expect((await seen(page)).cut).toEqual([])
  }
})
