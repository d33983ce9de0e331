import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { samplePdf, samplePng } from '../demo/sample-files.ts'
import { pdf as scriptedPdf } from '../test/support/files/document-samples.ts'
import { filesOf } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { runCli } from '../test/support/processes/run-cli.ts'
import { startConsole } from './harness.ts'

const console = startConsole()
let party: { inn: string; short_name: string; full_name: string }

async function kontor(...args: string[]) {
  const env = { DATABASE_URL: console.server.databaseUrl, KONTOR_DATA_DIR: console.server.dataDir }
  expect(await runCli(args, env)).toMatchObject({ code: 0 })
}

beforeAll(async () => {
  const file = join(console.server.dataDir, 'register.csv')
  await kontor('parties', 'generate', '--count', '300', '--out', file)
  await kontor('parties', 'import', file)
  const owner = await console.server.signIn('owner')
  const { items } = (await owner.get(`/v1/organizations/search?q=${encodeURIComponent('строй')}&limit=50`))
    .body
  party = items.find(
    (item: { type: string; status: string }) => item.type === 'legal' && item.status === 'active',
  )
})

/** The same keys on the two layouts of a Russian keyboard. */
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

const file = async (blob: Blob, name: string) => ({
  name,
  mimeType: blob.type,
  buffer: Buffer.from(await blob.arrayBuffer()),
})

test('a company is found in the register and onboarded with the keyboard, and the search then shows it as onboarded', async () => {
  const page = await console.open('operator', { locale: 'ru-RU', place: '/organizations' })
  await page.getByText('Организаций пока нет').waitFor()
  await page.getByRole('link', { name: 'Новая организация' }).first().click()
  const search = page.getByRole('textbox', { name: 'Найдите организацию в реестре' })
  await search.fill(party.inn)
  await page.getByRole('button', { name: new RegExp(party.inn) }).waitFor()
  await search.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('textbox', { name: 'Полное наименование' }).inputValue()).toBe(party.full_name)
  // The keyboard goes on at the beginning of the form.
  await page.keyboard.press('Tab')
  await page.locator(':focus', { hasText: 'Выбрать другую' }).waitFor()

  const bik = page.getByRole('textbox', { name: 'БИК' })
  await bik.fill('944525225')
  await bik.blur()
  await page
    .getByText(/^9 цифр, первая/)
    .first()
    .waitFor()
  await bik.fill('')
  await page.getByRole('button', { name: 'Создать организацию' }).click()
  await page.getByText('Организация создана.').waitFor()
  await page.getByRole('heading', { name: party.short_name }).waitFor()
  // The form was longer than the window, and its button at the end.
  expect(await page.locator('html').evaluate((html) => html.scrollTop)).toBe(0)

  await page.goto(console.url('/organizations/create'))
  await search.fill(party.inn)
  await page.getByRole('link', { name: /Уже добавлена/ }).click()
  await page.getByRole('heading', { name: party.short_name }).waitFor()

  // The list finds only what was typed, but suggests what was meant.
  await page.goto(console.url('/organizations'))
  const word = party.short_name.toLowerCase().match(/[а-я]*строй[а-я]*/)?.[0] ?? ''
  const typed = [...word].map((letter) => latin[cyrillic.indexOf(letter)]).join('')
  await page.getByRole('textbox', { name: /^Наименование, ИНН/ }).fill(typed)
  await page.getByText('Возможно, вы искали:').waitFor()
  await page.getByRole('link', { name: party.short_name }).click()
  await page.getByRole('heading', { name: party.short_name }).waitFor()
})

test('a company outside the register is entered by hand, and faults of the service are shown at their fields', async () => {
  console.expectRefusal(409)
  const existing = await givenOrganization(console.server, { ogrn: '1027700132195', inn: '7707083893' })
  const page = await console.open('officer', { place: '/organizations/create' })
  await page.getByRole('textbox', { name: 'Find the company in the register' }).fill('7707083894')
  await page.getByText('No match in the register for "7707083894"').waitFor()
  await page.getByRole('button', { name: 'Enter manually' }).click()
  const inn = page.getByRole('textbox', { name: 'INN' }).first()
  expect(await inn.inputValue()).toBe('7707083894')
  await inn.focus()
  await inn.blur()
  await page.getByText('The check digit of the INN is wrong').waitFor()
  await inn.fill('7707 083893')
  await page.getByRole('textbox', { name: 'OGRN' }).fill('1027700132195')
  await page.getByRole('textbox', { name: 'Full name' }).fill('A copy')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(new RegExp(existing.id))
})

test('documents are uploaded, viewed, rejected with a reason, replaced and approved', async () => {
  const { id } = await givenOrganization(console.server, { inn: '7736050003' })
  const page = await console.open('officer', { place: `/organizations/${id}/show/documents` })
  await page.getByText('0 of 5 required documents approved').waitFor()
  await page
    .locator('input[data-kind="charter"]')
    .setInputFiles(await file(samplePdf(['Charter']), 'charter.pdf'))
  await page.getByRole('textbox', { name: 'Number' }).fill('77-1')
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Uploaded: charter.pdf').waitFor()
  await page.getByRole('button', { name: 'Charter: Review' }).click()
  await page.getByRole('region', { name: 'charter.pdf' }).locator('canvas').waitFor()
  await page.getByRole('combobox', { name: 'Reason for the rejection' }).click()
  await page.getByRole('option', { name: 'Hard to read' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected: Charter', { exact: false }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(/charter.pdf .* Hard to read/).waitFor()

  await page.locator('input[data-kind="charter"]').setInputFiles(await file(samplePng(), 'scan.png'))
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Charter: Review' }).click()
  await page.locator('img[alt="scan.png"]').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 of 5 required documents approved').waitFor()
  await page.getByRole('button', { name: 'Charter: Versions' }).click()
  await page.getByText('Version 2').waitFor()
  await page.getByText('Version 1').waitFor()
})

const slot = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Drags a file from disk to an element of the page and drops it, as with a mouse. */
async function drag(page: Page, path: string, target: Locator, lookAround: () => Promise<void>) {
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  async function send(type: 'dragEnter' | 'dragOver' | 'drop') {
    // The current position: the element may move while the page is loading.
    const box = await target.boundingBox()
    if (!box) throw new Error('There is nothing to drop on.')
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await send('dragEnter')
  await send('dragOver')
  await lookAround()
  // A drop is accepted only right after a dragover event at the same position.
  await send('dragOver')
  await send('drop')
  await browser.detach()
}

test('a file that is dragged onto its line is uploaded', async () => {
  const { id } = await givenOrganization(console.server, { inn: '7710140679' })
  // An ASCII name: without a locale, Chromium does not find others.
  const path = join(console.server.dataDir, 'charter.pdf')
  writeFileSync(path, Buffer.from(await samplePdf(['Charter']).arrayBuffer()))
  const page = await console.open('operator', {
    locale: 'ru-RU',
    place: `/organizations/${id}/show/documents`,
  })
  const charter = slot(page, 'Устав')
  await drag(page, path, charter, () => charter.getByText('Отпустите, чтобы загрузить').waitFor())
  const dialog = page.getByRole('dialog')
  await dialog.getByText('charter.pdf').waitFor()
  await dialog.getByRole('button', { name: 'Загрузить' }).click()
  await page.getByText('Загружено: charter.pdf').waitFor()
  await charter.getByText('На проверке').waitFor()
  const reader = await console.server.signIn('auditor')
  const { body } = await reader.get(`/v1/organizations/${id}/documents`)
  expect(body).toMatchObject([{ kind: 'charter', file: { name: 'charter.pdf' } }])

  // Without permission, dropping a file does nothing, and the browser does not open the file.
  const auditor = await console.open('auditor', { place: `/organizations/${id}/show/documents` })
  const idle = slot(auditor, 'INN certificate')
  await idle.waitFor()
  await drag(auditor, path, idle, async () => undefined)
  expect(await auditor.getByRole('dialog').count()).toBe(0)
  await auditor.getByRole('heading', { level: 1 }).waitFor()
})

test('a cancelled upload stores nothing', async () => {
  const { id } = await givenOrganization(console.server, { inn: '7704340310' })
  const before = filesOf(console.server)
  const page = await console.open('operator', { place: `/organizations/${id}/show/documents` })
  await slot(page, 'Charter').waitFor()
  const browser = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 }
  const buffer = Buffer.concat([
    Buffer.from(await samplePdf(['Charter']).arrayBuffer()),
    Buffer.alloc(4_000_000),
  ])
  await page
    .locator('input[data-kind="charter"]')
    .setInputFiles({ name: 'charter.pdf', mimeType: 'application/pdf', buffer })
  await browser.send('Network.emulateNetworkConditions', slow)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByText(/Uploading: [1-9]\d? %/).waitFor()
  await expect.poll(() => filesOf(console.server).drafts.length).toBe(before.drafts.length + 1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The upload was cancelled.').waitFor()
  await browser.detach()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => filesOf(console.server)).toEqual(before)
  const reader = await console.server.signIn('auditor')
  expect((await reader.get(`/v1/organizations/${id}/documents`)).body).toEqual([])
  await slot(page, 'Charter').getByText('Not uploaded').waitFor()
})

test('wrong files are reported before the upload, and several files are uploaded one after the other', async () => {
  const { id } = await givenOrganization(console.server, { inn: '7702070139' })
  const page = await console.open('operator', { locale: 'ru-RU' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url().split('/').at(-1) as string)
  })
  await page.goto(console.url(`/organizations/${id}/show/documents`))
  const fake = {
    name: 'charter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ this is no document at all'),
  }
  await page.locator('input[data-kind="charter"]').setInputFiles(fake)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Принимается только PDF, PNG или JPEG').waitFor()
  expect(await dialog.getByRole('button', { name: 'Загрузить' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Отмена' }).click()

  const pdf = (name: string) => file(samplePdf([name]), name)
  const scripted = {
    name: 'Доверенность.pdf',
    mimeType: 'application/pdf',
    buffer: scriptedPdf({ objects: '4 0 obj\n<< /S /JavaScript /JS (1) >>\nendobj\n' }),
  }
  const files = [await pdf('скан 0001.pdf'), fake, await pdf('Реквизиты.pdf'), await pdf('inn.pdf'), scripted]
  await page.locator('input[data-kind="several"]').setInputFiles(files)
  await dialog.getByText('Принимается только PDF, PNG или JPEG').waitFor()
  const kindOf = (name: string) => dialog.getByRole('combobox', { name: `Вид документа: ${name}` })
  const remove = (name: string) => dialog.getByRole('button', { name: `Убрать из списка: ${name}` }).click()
  // The name tells the kind; where it does not, the person is asked.
  expect(await kindOf('Реквизиты.pdf').textContent()).toBe('Банковские реквизиты')
  expect(await kindOf('inn.pdf').textContent()).toBe('Свидетельство ИНН')
  await dialog.getByText('Укажите вид документа').waitFor()
  expect(await dialog.getByRole('button', { name: 'Загрузить: 5' }).isDisabled()).toBe(true)
  await remove('charter.pdf')
  expect(await dialog.getByRole('button', { name: 'Загрузить: 4' }).isDisabled()).toBe(true)
  await kindOf('скан 0001.pdf').click()
  await page.getByRole('option', { name: 'Свидетельство ОГРН' }).click()
  await dialog.getByRole('button', { name: 'Загрузить: 4' }).click()
  // What the service refuses can be removed, and the others are there.
  console.expectRefusal(422)
  await dialog.getByRole('alert').waitFor()
  await remove('Доверенность.pdf')
  await page.getByText('Загружено документов: 3').waitFor()
  expect(sent).toEqual(['ogrn-certificate', 'bank-details', 'inn-certificate', 'power-of-attorney'])
  await slot(page, 'Свидетельство ОГРН').getByText('скан 0001.pdf').waitFor()
})

test('without a sanctions list the checklist warns, and so does the decision that is made', async () => {
  const { id } = await givenOrganization(console.server, { kyb_status: 'in_review' })
  const page = await console.open('officer', { place: `/organizations/${id}/show` })
  const text = 'No sanctions list: nobody was screened'
  const row = page
    .getByRole('list', { name: 'Required for approval' })
    .locator('> li')
    .filter({ hasText: text })
  await row.getByRole('img', { name: 'Attention' }).waitFor()
  expect(await row.getByRole('link').getAttribute('href')).toBe('#/screening-lists')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: `When this was decided: ${text}.` })
    .waitFor()
})

test('when two administrators edit an organization, the second keeps the input and chooses where both changed a field', async () => {
  console.expectRefusal(409)
  const { id } = await givenOrganization(console.server, { inn: '7744001497', contact: null })
  const page = await console.open('officer', { place: `/organizations/${id}` })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Notes').fill('Mine')
  await field('Contact person').fill('My contact')
  await field('Legal address').fill('My street')
  const other = await console.server.signIn('officer')
  const theirs = {
    notes: 'Theirs',
    legal_address: 'Their street',
    okved_main: '62.01',
    contact: { phone: '+7 900 000-00-00' },
  }
  expect((await other.patch(`/v1/organizations/${id}`, theirs)).status).toBe(200)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await page.getByText('Somebody else has changed this in the meantime.').waitFor()
  expect(await field('Contact person').inputValue()).toBe('My contact')
  expect(await field('Phone').inputValue()).toBe('+7 900 000-00-00')
  expect(await field('Main activity (OKVED)').inputValue()).toBe('62.01')

  // Nothing is saved before each of the two values is chosen.
  await save.click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else' })
  const notes = conflict.getByRole('group', { name: 'Notes' })
  await notes.getByRole('radio', { name: /^Changed by .+: Theirs$/ }).waitFor()
  await notes.getByRole('radio', { name: 'Yours: Mine' }).check()
  await conflict
    .getByRole('group', { name: 'Legal address' })
    .getByRole('radio', { name: /: Their street$/ })
    .check()
  expect(await field('Legal address').inputValue()).toBe('Their street')
  await save.click()
  await page.getByText('Saved.').waitFor()
  expect((await other.get(`/v1/organizations/${id}`)).body).toMatchObject({
    ...theirs,
    notes: 'Mine',
    contact: { name: 'My contact', phone: '+7 900 000-00-00' },
  })
})

test('KYB is decided in steps, and other roles see who may decide', async () => {
  const { id } = await givenOrganization(console.server, { inn: '7728168971' })
  const page = await console.open('officer', { locale: 'ru-RU', place: `/organizations/${id}/show` })
  await page.getByRole('button', { name: 'Отклонить' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click()
  await page.getByText('Укажите причину').waitFor()
  await page.getByRole('textbox', { name: 'Причина' }).fill('Нет ответа')
  await page.getByRole('dialog').getByRole('button', { name: 'Отклонить' }).click()
  await page.getByText('Решение записано.').waitFor()
  await page.getByRole('button', { name: 'Взять на проверку' }).waitFor()

  const auditor = await console.open('auditor', { place: `/organizations/${id}/show` })
  await auditor.getByText('Decided by Test officer').waitFor()
  expect(await auditor.getByText('Whether we may do business').count()).toBe(0)
  expect(await auditor.getByRole('button', { name: 'Start review' }).isDisabled()).toBe(true)
  expect(await auditor.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  expect(await auditor.getByRole('menuitem', { name: 'Administrators' }).count()).toBe(0)
})

test('unsaved input is discarded only after a question', async () => {
  const { id } = await givenOrganization(console.server, { inn: '7704407589' })
  const page = await console.open('officer')
  await page.goto(console.url(`/organizations/${id}`))
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.fill('Not saved yet')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  const ways = [
    () => page.getByRole('menuitem', { name: 'Purchase requests' }).click(),
    () => page.evaluate('history.back()'),
    () => page.evaluate("location.hash = '#/webhooks'"),
    async () => {
      // The bar at the top is hidden while the page is scrolled down.
      await page.evaluate('scrollTo(0, 0)')
      await page.getByRole('button', { name: 'Test officer' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    },
  ]
  for (const leave of ways) {
    await leave()
    await keep.click()
    await question.waitFor({ state: 'detached' })
    expect(await notes.inputValue()).toBe('Not saved yet')
  }
  const asked = page.waitForEvent('dialog')
  page.once('dialog', (dialog) => void dialog.dismiss())
  await page.evaluate('void setTimeout(() => location.reload())')
  expect((await asked).type()).toBe('beforeunload')
  expect(await notes.inputValue()).toBe('Not saved yet')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reject/ })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.fill('They did not answer')
  // A click beside the dialog.
  await page.mouse.click(5, 450)
  await keep.click()
  expect(await reason.inputValue()).toBe('They did not answer')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Without input there is nothing to ask.
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.mouse.click(5, 450)
  await dialog.waitFor({ state: 'detached' })
})
