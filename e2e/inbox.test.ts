import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { samplePdf } from '../demo/sample-files.ts'
import { changeAdministrators } from '../test/support/database/proven-rows.ts'
import { givenBuyer, givenRequest } from '../test/support/given/given-purchase-request.ts'
import { accessibilityFaults, overflows, settled, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

const looks = [
  { locale: 'en-US', width: 1440, colorScheme: 'light' },
  { locale: 'ru-RU', width: 390, colorScheme: 'dark' },
] as const

async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  expect(await accessibilityFaults(page, { within: 'html' })).toEqual([])
  expect(await overflows(page)).toBe(false)
}

/** A page of a new colleague of this name. */
async function openAs(
  role: 'officer' | 'operator',
  name: string,
  look: (typeof looks)[number],
  place: string,
) {
  const page = await console.open(role, { ...look, place })
  const { id } = await console.server.db
    .selectFrom('administrators')
    .select('id')
    .where('role', '=', role)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await changeAdministrators(console.server, { name }, id)
  return page
}

test.each(looks)(
  'a mention with a file makes a badge, which leads to the comment, in $locale',
  async (look) => {
    const words = wordsOf(look.locale)
    const mark = crypto.randomUUID().slice(0, 6)
    const colleague = await openAs('officer', `Анна${mark} Петрова`, look, '/inbox')
    await colleague.getByText(words.inbox.empty_unread).waitFor()
    await expectAccessible(colleague)
    const owner = await console.server.signIn('owner')
    const request = await givenRequest(owner, (await givenBuyer(console.server)).id)

    const author = await console.open('operator', { ...look, place: `/purchase-requests/${request.id}/show` })
    const field = author.getByRole('textbox', { name: words.comments.label })
    await field.click()
    await field.pressSequentially(`Посмотрите, @анна${mark}`)
    await author.getByRole('option', { name: `Анна${mark} Петрова` }).waitFor()
    await expectAccessible(author)
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe(`Посмотрите, @Анна${mark} Петрова `)
    await author
      .locator('input[type=file]')
      .setInputFiles({ name: 'Письмо.pdf', mimeType: 'application/pdf', buffer: await pdf() })
    await author.getByText('Письмо.pdf').waitFor()
    await author.getByRole('button', { name: words.comments.add, exact: true }).click()
    await author.getByText(`@Анна${mark} Петрова`, { exact: true }).waitFor()
    const download = author.waitForEvent('download')
    await author.getByRole('button', { name: /Письмо\.pdf/ }).click()
    expect((await download).suggestedFilename()).toBe('Письмо.pdf')

    // It comes by itself, without a reload.
    const notice = colleague.getByRole('link', { name: new RegExp(request.number) })
    await notice.waitFor()
    await colleague
      .getByRole('link', { name: /1/ })
      .and(colleague.locator('[href="#/inbox"]'))
      .first()
      .waitFor()
    await expectAccessible(colleague)
    await notice.click()
    await colleague.getByText(`@Анна${mark} Петрова`, { exact: true }).waitFor()
    await colleague.getByRole('link', { name: words.inbox.open, exact: true }).click()
    await colleague.getByText(words.inbox.empty_unread).waitFor()
    await colleague.getByRole('tab', { name: words.inbox.all }).click()
    await notice.waitFor()
  },
)

test('people choose what comes by e-mail under their account', async () => {
  const words = wordsOf('en-US')
  const page = await console.open('officer', { locale: 'en-US', place: '/account' })
  const box = page.getByRole('checkbox', { name: words.notice_kind.overdue })
  await box.check()
  await page.getByText(words.notifications.saved).waitFor()
  await page.reload()
  await expect.poll(() => box.isChecked()).toBe(true)
  await expectAccessible(page)
})

async function pdf(): Promise<Buffer> {
  return Buffer.from(await new Response(samplePdf(['Letter'])).arrayBuffer())
}
