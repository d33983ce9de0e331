import { expect, test } from 'vitest'
import { pdf } from '../test/support/files/document-samples.ts'
import { upload } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { cancel, givenBuyer, givenRequest } from '../test/support/given/given-purchase-request.ts'
import { accessibilityFaults, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

async function givenRequests(count: number) {
  const owner = await console.server.signIn('owner')
  const { id } = await givenBuyer(console.server)
  const made = []
  for (let index = 0; index < count; index += 1) made.push(await givenRequest(owner, id))
  return { owner, id, made }
}

test.each(['en-US', 'ru-RU'])('a view is saved, shared and opened by its link: %s', async (locale) => {
  const { views, list_filters, requests, action, request_status } = wordsOf(locale)
  const { owner, id, made } = await givenRequests(2)
  const cancelled = await givenRequest(owner, id, {}, cancel)
  const page = await console.open('operator', { locale, place: '/purchase-requests' })
  await page.getByRole('link', { name: cancelled.number }).waitFor()
  const list = listOf(page, wordsOf(locale))
  await list.choose(requests.filter_status, request_status.cancelled)
  await list.choose(list_filters.assignee, list_filters.nobody)
  await page.getByRole('link', { name: String(made[0]?.number) }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: cancelled.number }).waitFor()

  await page.getByRole('button', { name: views.title }).click()
  await page.getByRole('menuitem', { name: views.save }).click()
  const dialog = page.getByRole('dialog')
  expect(await accessibilityFaults(page)).toEqual([])
  const name = `Отменённые ${locale}`
  await dialog.getByRole('textbox', { name: views.name }).fill(name)
  await dialog.getByRole('switch').check()
  await dialog.getByRole('button', { name: action.save }).click()
  const shown = views.shown.replace('%{name}', name)
  await page.getByRole('button', { name: shown }).click()
  // A menu above the page is not inside a landmark region.
  expect(await accessibilityFaults(page, { without: ['region'] })).toEqual([])
  await page.keyboard.press('Escape')

  const { body } = await owner.get('/v1/views?list=purchase-requests')
  const view = body.items.find((one: { name: string }) => one.name === name)
  expect(view).toMatchObject({ shared: true, filters: { status: 'cancelled', assignee_id: 'none' } })
  const other = await console.open('officer', { locale, place: `/views/${view.id}` })
  await other.getByRole('button', { name: shown }).waitFor()
  await other.getByRole('link', { name: cancelled.number }).waitFor()
  expect(await other.getByRole('link', { name: String(made[0]?.number) }).count()).toBe(0)

  await page.getByRole('button', { name: shown }).click()
  await page.getByRole('menuitem', { name: views.delete }).click()
  await page.getByRole('button', { name: views.title, exact: true }).waitFor()
})

test.each(['en-US', 'ru-RU'])(
  'requests are assigned and moved together, and what fails stays selected: %s',
  async (locale) => {
    const { bulk, selection, list_filters, action, request_status } = wordsOf(locale)
    const { owner, id, made } = await givenRequests(2)
    const cancelled = await givenRequest(owner, id, {}, cancel)
    const page = await console.open('operator', { locale, place: '/purchase-requests' })
    const box = (number: string) =>
      page.getByRole('checkbox', { name: selection.choose.replace('%{name}', number) })
    const all = [...made, cancelled]
    for (const { number } of all) await box(number).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: bulk.assign }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: list_filters.assignee }).click()
    await page.getByRole('option', { name: list_filters.me, exact: true }).click()
    await dialog.getByRole('button', { name: bulk.assign_submit, exact: true }).click()
    await page.getByRole('heading', { name: bulk.all_done.replace('%{done}', '3') }).waitFor()
    await dialog.getByRole('button', { name: action.close }).click()

    for (const { number } of all) await box(number).check()
    await page.getByRole('button', { name: bulk.move }).click()
    await dialog.getByRole('combobox', { name: bulk.new_status }).click()
    await page.getByRole('option', { name: request_status.in_review }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: bulk.move_submit, exact: true }).click()
    const outcome = bulk.some_failed.replace('%{done}', '2').replace('%{failed}', '1')
    await page.getByRole('heading', { name: outcome }).waitFor()
    expect(await dialog.getByRole('listitem').first().textContent()).toContain(cancelled.number)
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: action.close }).click()
    expect(await box(cancelled.number).isChecked()).toBe(true)
    for (const { id, number } of made) {
      expect(await box(number).isChecked()).toBe(false)
      expect((await owner.get(`/v1/purchase-requests/${id}`)).body).toMatchObject({
        status: 'in_review',
        version: 3,
      })
    }
  },
)

test('documents are reviewed together, and the history says who did what', async () => {
  const operator = await console.server.signIn('operator')
  const organization = await givenOrganization(console.server, { short_name: 'ООО «Василёк»' })
  for (const kind of ['charter', 'bank-details'] as const) await upload(operator, organization, kind, pdf())
  const page = await console.open('officer', {
    locale: 'ru-RU',
    place: `/organizations/${organization.id}/show/documents`,
  })
  const words = wordsOf('ru-RU')
  const name = (kind: 'charter' | 'bank-details') =>
    words.selection.choose.replace('%{name}', words.document_kind[kind])
  await page.getByRole('checkbox', { name: name('charter') }).check()
  await page.getByRole('checkbox', { name: name('bank-details') }).check()
  await page.getByRole('button', { name: words.bulk.reject }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: words.documents.reason }).click()
  await page.getByRole('option', { name: words.rejection_reason.missing_page }).click()
  await dialog.getByRole('button', { name: words.documents.reject, exact: true }).click()
  await page.getByRole('heading', { name: words.bulk.all_done.replace('%{done}', '2') }).waitFor()
  await dialog.getByRole('button', { name: words.action.close }).click()

  await page.goto(console.url(`/organizations/${organization.id}/show/history`))
  const row = page.getByRole('row', {
    name: new RegExp(`Отклонён документ: ${words.document_kind.charter}, версия 1`),
  })
  const said = await row.textContent()
  expect(said).toContain('ООО «Василёк»')
  expect(said).toContain(`: ${words.rejection_reason.missing_page}`)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('the audit log is filtered by person, organization, act and time, and the view is kept', async () => {
  const officer = await console.server.signIn('officer')
  const organization = await givenOrganization(console.server, { short_name: 'ООО «Лютик»' })
  await officer.patch(`/v1/organizations/${organization.id}`, { notes: 'Проверено' })
  const page = await console.open('auditor', { place: '/audit-events' })
  await listOf(page, wordsOf('en-US')).find('Action', 'Changed an organization', 'Changed an organization')
  const row = page.getByRole('row', { name: /changed the details of ООО «Лютик»/ })
  await row.waitFor()
  // The list had this row before, too.
  await page.waitForURL(/filter=.*organization\.updated/)
  expect(await row.textContent()).toMatch(/\d:\d\d:\d\d/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Changes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'View: Changes' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('what a filter hides is chosen no more', async () => {
  const words = wordsOf('en-US')
  const { selection, requests, request_status } = words
  const { made } = await givenRequests(2)
  const page = await console.open('operator', { place: '/purchase-requests' })
  const box = page.getByRole('checkbox', {
    name: selection.choose.replace('%{name}', String(made[0]?.number)),
  })
  await box.check()
  const chosen = page.getByRole('toolbar', { name: selection.chosen.replace('%{count}', '1') })
  await chosen.waitFor()
  const list = listOf(page, words)
  await list.choose(requests.filter_status, request_status.cancelled)
  await box.waitFor({ state: 'detached' })
  await chosen.waitFor({ state: 'detached' })
  await list.choose(requests.filter_status, request_status.new)
  await box.waitFor()
  expect(await box.isChecked()).toBe(false)
})
