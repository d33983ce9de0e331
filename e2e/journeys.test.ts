import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { isFull } from '../test/support/cases/scale.ts'
import { cancel, givenBuyer, givenRequest } from '../test/support/given/given-purchase-request.ts'
import { givenWaitingDocuments } from './given-documents.ts'
import { expectAccessible, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

// What people do all day, counted in clicks and keys. `npm test` walks each way once.

// Owners upload here, and officers review.
const console = startConsole({ env: { KONTOR_FOUR_EYES: 'documents' } })

beforeEach(async () => {
  // Each test has the queue for itself.
  await console.server.db.updateTable('documents').set({ status: 'approved' }).execute()
})

/** Each language at each width, by mouse and by keyboard. 720 pixels are 1440 at 200 %. */
const looks = [1440, 1024, 390, 720].flatMap((width) =>
  (['en-US', 'ru-RU'] as const).flatMap((locale) =>
    (['mouse', 'keyboard'] as const).map((by) => ({
      locale,
      width,
      by,
      colorScheme: (locale === 'en-US') === (by === 'mouse') ? ('light' as const) : ('dark' as const),
    })),
  ),
)

describe.each(isFull ? looks : looks.slice(0, 1))(
  'in $locale, $width pixels, $colorScheme, by $by',
  ({ by, ...look }) => {
    const words = wordsOf(look.locale)
    const choose = (what: Locator) => (by === 'mouse' ? what.click() : what.press('Enter'))

    test('a request is found by its number: one key, typing, Enter', async () => {
      const owner = await console.server.signIn('owner')
      const { number } = await givenRequest(owner, (await givenBuyer(console.server)).id)
      const page = await console.open('operator', { ...look, place: '/organizations' })
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: words.palette.title }).waitFor()
      await expectAccessible(page, '[role="dialog"]')
      await page.keyboard.type(number.toLowerCase())
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: number }).waitFor()
    })

    test('ten waiting documents are approved with at most twelve keys or clicks', async () => {
      const owner = await console.server.signIn('owner')
      const names = await givenWaitingDocuments(console.server, owner, 10)
      const page = await console.open('officer', { ...look, place: '/work' })
      const row = page.getByRole('listitem').filter({ hasText: words.queue.documents })
      await row.getByText('10', { exact: true }).waitFor()
      await expectAccessible(page)
      let steps = 0
      /** The button, or the key that does what it does. */
      const act = async (button: Locator) => {
        steps++
        if (by === 'mouse') return button.click()
        await page.keyboard.press((await button.getAttribute('aria-keyshortcuts')) ?? '')
      }
      await act(row.getByRole('button'))
      for (const [index, name] of names.entries()) {
        await page.getByRole('link', { name }).waitFor()
        await page.getByRole('img', { name: `Устав ${index}.png` }).waitFor()
        if (index === 0) await expectAccessible(page)
        await act(page.getByRole('main').getByRole('button', { name: words.documents.approve }).first())
      }
      await page.getByText(words.work.summary_approved.replace('%{count}', '10')).waitFor()
      expect(steps).toBeLessThanOrEqual(12)
      expect((await owner.get('/v1/work/documents?limit=200')).body.items).toEqual([])
      await expectAccessible(page)
    })

    test('the next piece of work is one click away', async () => {
      const owner = await console.server.signIn('owner')
      const request = await givenRequest(owner, (await givenBuyer(console.server)).id)
      await console.server.db
        .updateTable('purchase_requests')
        .set({ status_since: new Date(Date.now() - 3 * 86_400_000) })
        .where('id', '=', request.id)
        .execute()
      const page = await console.open('operator', { ...look, place: '/work' })
      await expectAccessible(page)
      await choose(page.getByRole('button', { name: words.work.take_next, exact: true }))
      await page.getByRole('heading', { name: request.number }).waitFor()
      await console.server.db
        .updateTable('purchase_requests')
        .set({ status_since: new Date() })
        .where('id', '=', request.id)
        .execute()
    })

    test('the filtered list is exported with two clicks', async () => {
      const owner = await console.server.signIn('owner')
      const { id } = await givenBuyer(console.server)
      const other = await givenRequest(owner, id)
      const { number } = await givenRequest(owner, id, {}, cancel)
      const filter = encodeURIComponent(JSON.stringify({ status: 'cancelled' }))
      const page = await console.open('operator', { ...look, place: `/purchase-requests?filter=${filter}` })
      await page.getByRole('link', { name: number }).waitFor()
      await expectAccessible(page)
      await choose(page.getByRole('button', { name: words.export.title }))
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        choose(page.getByRole('menuitem', { name: 'CSV' })),
      ])
      expect(download.suggestedFilename()).toBe('purchase-requests.csv')
      const text = readFileSync(await download.path(), 'utf8')
      expect(text).toContain(number)
      expect(text).not.toContain(other.number)
    })
  },
)
