import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { samplePdf } from '../demo/sample-files.ts'
import { scaled } from '../test/support/cases/scale.ts'
import { slotPath } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { drawn, manyPages, refused } from './pdf-samples.ts'
import { wordsOf } from './words.ts'

const console = startConsole()
const wide = { width: 1440, height: 900 }

beforeEach(async () => {
  await console.server.db.updateTable('documents').set({ status: 'approved' }).execute()
})

async function givenDocument(linesOf: (inn: string) => string[]) {
  const name = `ООО «Сверка ${crypto.randomUUID().slice(0, 8)}»`
  const organization = await givenOrganization(console.server, { short_name: name })
  const form = new FormData()
  form.set('file', samplePdf(linesOf(organization.inn)), 'charter.pdf')
  const owner = await console.server.signIn('owner')
  expect((await owner.put(slotPath(organization, 'charter'), form)).status).toBe(200)
  const status = async () => (await owner.get(slotPath(organization, 'charter'))).body.status
  return { name, organization, status, place: `/documents/${organization.id}/charter` }
}

const picture = (page: Page) => page.getByRole('region', { name: 'charter.pdf' }).locator('canvas').first()

/** How dark the darkest point of the first page is, from 0 to 255. */
function darkness(page: Page): Promise<number> {
  return picture(page).evaluate((element) => {
    const canvas = element as unknown as {
      width: number
      height: number
      getContext(kind: '2d'): {
        getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray }
      }
    }
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let darkest = 255
    for (let at = 0; at < data.length; at += 4) darkest = Math.min(darkest, data[at] ?? 255)
    return 255 - darkest
  })
}

test.each(looks)(
  'a document is compared, approved and taken back beside the list, in $locale',
  async (look) => {
    const words = wordsOf(look.locale)
    const first = await givenDocument((inn) => [`INN ${inn.replaceAll(/(..)/g, '$1 ')}`, 'nothing else'])
    const second = await givenDocument(() => ['Second file'])
    const page = await console.open('officer', { ...look, ...wide, place: '/work/documents' })
    await page.getByRole('link', { name: first.name }).click()
    await picture(page).waitFor()
    expect(page.url()).toContain('pane=')
    await expectAccessible(page)

    // A place of the text is shown, and searched for; the letters of the field are no keys of the review.
    await page.getByRole('button', { name: words.documents.found.replace('%{page}', '1') }).click()
    await page.locator('[data-mark="current"]').first().waitFor()
    await page.getByText(words.documents.found_help).waitFor()
    await page.keyboard.press('f')
    await page.keyboard.type('nothing else a')
    await page.getByText(words.documents.find_none).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.getByText('1 / 1').waitFor()
    await page.keyboard.press('Escape')
    expect(await first.status()).toBe('pending')

    await page.keyboard.press('a')
    const undo = page.getByRole('button', { name: words.undo.undo })
    await undo.waitFor()
    expect(await first.status()).toBe('approved')
    await page.keyboard.press('z')
    await page.getByText(words.undo.done).waitFor()
    expect(await first.status()).toBe('pending')

    // What waits again is the last of the queue: the one before it is decided by mouse.
    await page.keyboard.press('k')
    const pane = page.getByRole('complementary')
    await pane.getByRole('link', { name: second.name }).waitFor()
    await picture(page).waitFor()
    await pane.getByRole('button', { name: words.documents.approve }).click()
    await undo.click()
    await page.getByText(words.undo.done).first().waitFor()
    expect(await second.status()).toBe('pending')
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
  },
)

describe('the viewer', () => {
  async function open(file: Buffer, look: object = wide) {
    const document = await givenDocument(() => ['Replaced on its way'])
    const page = await console.open('officer', { ...look, place: '/account' })
    await page.route('**/documents/charter/content**', (route) =>
      route.fulfill({ body: file, contentType: 'application/pdf' }),
    )
    await page.goto(console.url(document.place))
    return { page, document }
  }
  const words = wordsOf('en-US')

  test.each(Object.entries(drawn))('draws %s', async (_name, file) => {
    const { page, document } = await open(file)
    await picture(page).waitFor()
    expect(await darkness(page)).toBeGreaterThan(128)
    expect(await page.getByText(words.documents.not_whole).count()).toBe(0)
    await page.keyboard.press('a')
    await page.getByRole('button', { name: words.undo.undo }).waitFor()
    expect(await document.status()).toBe('approved')
  })

  test.each(Object.entries(refused))(
    'does not show %s, says so, and one key approves nothing',
    async (_name, file) => {
      const { page, document } = await open(file)
      await page.getByText(words.documents.not_whole).or(page.getByText(words.documents.not_shown)).waitFor()
      await page.keyboard.press('a')
      const dialog = page.getByRole('dialog', { name: words.work.unseen_title })
      await dialog.waitFor()
      await expectAccessible(page, '[role="dialog"]')
      // Enter does what is safe.
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      expect(await document.status()).toBe('pending')
      await page.keyboard.press('a')
      await page.getByRole('button', { name: words.work.unseen_approve }).click()
      await page.getByRole('button', { name: words.undo.undo }).waitFor()
      expect(await document.status()).toBe('approved')
    },
  )

  test('one key approves a file of several pages once each of them could be drawn', async () => {
    const { page, document } = await open(manyPages(5))
    await page.getByText(words.documents.pages.replace('%{count}', '5')).waitFor()
    expect(await page.locator('[data-page="5"] canvas').count()).toBe(0)
    await page.keyboard.press('a')
    await page.getByRole('button', { name: words.undo.undo }).waitFor()
    expect(await document.status()).toBe('approved')
  })

  test('many pages have few pictures at once, and the last one is found', async () => {
    const count = scaled(60, 500)
    const { page } = await open(manyPages(count))
    await picture(page).waitFor()
    await page.keyboard.press('f')
    await page.keyboard.type(`sheet ${count} of`)
    await page.getByText('1 / 1').waitFor()
    await page.locator(`[data-page="${count}"] canvas`).waitFor()
    await page.locator(`[data-page="${count}"] [data-mark="current"]`).waitFor()
    expect(await page.locator('[data-page] canvas').count()).toBeLessThanOrEqual(6)
  })
})
