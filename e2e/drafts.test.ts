import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { scaled } from '../test/support/cases/scale.ts'
import { transfersOn } from '../test/support/given/given-transfer.ts'
import type { Ids } from './dialogs.ts'
import { type Form, forms } from './forms.ts'
import { givenEverything } from './given-everything.ts'
import { password, settled, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: transfersOn })
const words = wordsOf('en-US')
let ids: Ids

beforeAll(async () => {
  ids = await givenEverything(console.server)
})

/** Every sixth form in `npm test`; all of them in the full run. */
const every = scaled(6, 1)
const some = (all: Form[]) => all.filter((_form, index) => index % every === 0)

const typed = '7'

test('no form loses what was typed: a click outside, a link and a reload ask first', async () => {
  const page = await console.open('owner')
  const question = page.getByRole('dialog', { name: words.unsaved.title })
  const keep = question.getByRole('button', { name: words.unsaved.keep })
  for (const form of some(forms(words, ids))) {
    const value = await fillIn(page, form)
    const asksBeforeReload = () =>
      page.evaluate<boolean>("!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    await expect.poll(asksBeforeReload, { message: `${form.name}: a reload asks` }).toBe(true)
    if (await page.getByRole('dialog').count()) {
      // Not every dialog can be closed this way; none may close without asking.
      await page.mouse.click(5, 450)
      await keepIfAsked(page)
      expect(await value(), form.name).toBe(true)
    }
    await page.evaluate("location.hash = '#/audit-events'")
    await keep.click({ timeout: 10_000 }).catch(() => expect.fail(`${form.name}: a link does not ask`))
    await question.waitFor({ state: 'detached' })
    expect(await value(), form.name).toBe(true)
    await discard(page)
  }
})

test('an expired session is confirmed in place, and what was typed is still there', async () => {
  console.expectRefusal(401)
  const page = await console.open('owner')
  const proof = page.getByRole('dialog', { name: words.proof.title })
  for (const form of some(forms(words, ids))) {
    const value = await fillIn(page, form)
    const { clock } = console.server
    clock.at = new Date((clock.at?.getTime() ?? Date.now()) + 13 * 3_600_000)
    // Whatever asks the service next finds out: somebody comes back to the window, and what it shows is old.
    await page.evaluate(`
      const before = Date.now
      Date.now = () => before() + 60_000
      window.dispatchEvent(new Event('visibilitychange'))
    `)
    await proof.getByLabel(words.sign_in.password).fill(password)
    await proof.getByRole('button', { name: words.proof.submit }).click()
    await proof.waitFor({ state: 'detached' })
    expect(await value(), form.name).toBe(true)
    await discard(page)
  }
})

/** Opens a form and types into it. Returns whether the input is still there. */
async function fillIn(page: Page, { place, open, field }: Form): Promise<() => Promise<boolean>> {
  await page.goto(console.url(place))
  await settled(page)
  await open(page)
  if (field === undefined) {
    const shown = page.getByRole('dialog').or(page.getByRole('button', { name: words.policy.add }))
    await shown.first().waitFor()
    return async () => (await shown.count()) > 0
  }
  const isDialog = (await page.getByRole('dialog').count()) > 0
  const form = isDialog ? page.getByRole('dialog') : page.getByRole('main')
  const input = form.getByLabel(field).and(page.locator('input, textarea')).first()
  await input.fill(typed)
  return async () => (await input.inputValue().catch(() => '')) === typed
}

async function keepIfAsked(page: Page): Promise<void> {
  const keep = page.getByRole('button', { name: words.unsaved.keep })
  if (await keep.isVisible()) await keep.click()
}

/** Leaves without what was typed. */
async function discard(page: Page): Promise<void> {
  await page.evaluate("location.hash = '#/security'")
  const button = page.getByRole('button', { name: words.unsaved.discard })
  await button.click()
  await button.waitFor({ state: 'detached' })
}
