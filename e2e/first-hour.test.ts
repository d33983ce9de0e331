import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { oneC, type SamplePayment } from '../test/statements/samples.ts'
import { importFile, newAccount } from '../test/statements/uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { givenOwnAccounts } from '../test/support/given/given-own-accounts.ts'
import { approve, givenBuyer, givenRequest, review } from '../test/support/given/given-purchase-request.ts'
import type { Client } from '../test/support/service/harness.ts'
import { expectAccessible, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

// What a new desk does in its first hour, and what it looks at first.

const console = startConsole()
const words = wordsOf('en-US')
let owner: Client

beforeAll(async () => {
  owner = await console.server.signIn('owner')
})

test('a step of the set-up is dismissed and brought back', async () => {
  const { setup } = words
  const page = await console.open('owner', { place: '/' })
  const step = setup.step.sanctions
  const link = page.getByRole('link', { name: step })
  await link.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: `${setup.dismiss}: ${step}` }).click()
  await link.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: setup.show_dismissed.replace('%{count}', '1') }).click()
  await page.getByText(setup.dismissed_by.replace('%{name}', 'Test owner')).waitFor()
  await page.getByRole('button', { name: `${setup.reopen}: ${step}` }).click()
  await page.getByRole('button', { name: `${setup.dismiss}: ${step}` }).waitFor()
  await link.click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(page.url()).toContain('/screening-lists')
})

test('a register is imported with its rejected rows named, and one that cannot be read leaves it as it is', async () => {
  const { register } = words
  const page = await console.open('owner', { place: '/party-register' })
  await page.getByText(register.empty, { exact: true }).waitFor()
  await expectAccessible(page)
  const send = async (name: string, text: string) => {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[data-kind="register-files"]').setInputFiles(file)
    await page.getByRole('button', { name: register.start, exact: true }).click()
  }
  const head = 'inn,ogrn,full_name,short_name,status\n'
  const good = '7707083893,1027700132195,Общество «Ромашка»,ООО «Ромашка»,active\n'
  await send('companies.csv', `${head}${good}7707083894,1027700132195,Общество «Опечатка»,,active\n`)
  await page.getByText(register.done).waitFor()
  await page.getByText('1 read, 1 rejected, 0 skipped').waitFor()
  const rejected = page.getByRole('list', { name: register.rejected_rows.replace('%{count}', '1') })
  expect(await rejected.getByRole('listitem').allTextContents()).toEqual([
    expect.stringContaining('companies.csv'),
  ])
  await expectAccessible(page)
  await send('letter.csv', 'Dear colleagues,\n')
  await page.getByText(register.unchanged).waitFor()
  await page.getByText('companies.csv', { exact: true }).waitFor()
  expect((await owner.get('/v1/organizations/search?q=7707083893')).body.items).toHaveLength(1)
})

test('certain matches are shown, then posted together; what is left becomes an advance of the client with this INN', async () => {
  const { statements } = words
  const buyer = await givenBuyer(console.server, { short_name: 'ООО «Аванс»' })
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const account = newAccount()
  await givenOwnAccounts(owner, [account])
  const payment = (number: string, inn: string, purpose: string, amount = '92301.08'): SamplePayment => ({
    number,
    on: new Date().toISOString().slice(0, 10),
    amount,
    to: account,
    party: { name: `Payer ${number}`, inn, account: '40702810400000067890', bic: '044525225' },
    purpose,
  })
  const lines = [
    payment('1', buyer.inn ?? '', `Оплата по заявке ${request.number}`),
    payment('2', buyer.inn ?? '', 'Аванс', '1000.00'),
    payment('3', '7736050003', 'Без договора', '2000.00'),
  ]
  expect((await importFile(owner, oneC(lines, { encoding: 'UTF-8' }))).status).toBe(201)

  const page = await console.open('owner', { place: '/statement-lines' })
  await page.getByRole('button', { name: 'Post 1 certain match' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('cell', { name: request.number }).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Post 1 certain match' }).click()
  await expect
    .poll(async () => (await owner.get(`/v1/purchase-requests/${request.id}`)).body.status)
    .toBe('paid')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const keep = page.getByRole('button', { name: statements.advance, exact: true })
  await row('Payer 3').getByRole('link').click()
  await keep.click()
  await dialog.getByText(statements.advance_unknown.replace('%{inn}', '7736050003')).waitFor()
  await dialog.getByRole('button', { name: words.action.cancel }).click()
  await dialog.waitFor({ state: 'detached' })
  await row('Payer 2').getByRole('link').click()
  await keep.click()
  const client = dialog.getByRole('combobox')
  await expect.poll(() => client.inputValue()).toContain('Аванс')
  await dialog.getByRole('button', { name: statements.advance, exact: true }).click()
  await page.getByText(statements.advance_done).waitFor()
  const { items } = (await owner.get('/v1/credits')).body
  expect(items).toMatchObject([{ organization_id: buyer.id, amount: '1000.00' }])
})

test('Overview draws what was requested, with the same as a table, and says which webhook has failed since when', async () => {
  const request = await givenRequest(owner, (await givenBuyer(console.server)).id)
  const webhook = (await owner.post('/v1/webhooks', { url: 'https://example.com/failing' })).body
  await console.server.db
    .updateTable('webhook_endpoints')
    .set({ failing_since: new Date('2026-01-15T10:00:00Z') })
    .where('id', '=', webhook.id)
    .execute()
  const page = await console.open('owner', { place: '/' })
  await page.getByRole('link', { name: 'https://example.com/failing' }).waitFor()
  const figures = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: words.overview.daily }) })
    .getByRole('button', { name: words.reports.figures })
  await figures.click()
  const table = page.getByRole('table', { name: words.overview.daily_label.replace('%{asset}', 'USDT') })
  await table.getByRole('link').first().waitFor()
  await expectAccessible(page)
  await table.getByRole('link').first().click()
  await page.getByRole('link', { name: request.number, exact: true }).waitFor()
})

test('an officer is told in one sentence for whom Security is, and an owner adds a rule from it', async () => {
  const officer = await console.open('officer', { place: '/security' })
  const main = officer.getByRole('main')
  await main.getByText(words.security.owners_only).waitFor()
  expect(await main.getByRole('heading').count()).toBe(1)
  await expectAccessible(officer)

  const page = await console.open('owner', { place: '/security' })
  const command = page.getByRole('button', { name: `${words.action.copy}: npx kontor vault split` })
  await command.click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npx kontor vault split')
  await page
    .getByRole('link', { name: new RegExp(words.security.add_rule) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: words.policy.title }).waitFor()
  expect(page.url()).toContain('add=')
  await expectAccessible(page)
})

test('a list is saved as a workbook in the language of the screen', async () => {
  await givenOrganization(console.server, { short_name: 'ООО «Мальва»' })
  const page = await console.open('operator', { locale: 'ru-RU', place: '/organizations' })
  await page.getByRole('link', { name: 'Мальва' }).waitFor()
  const ru = wordsOf('ru-RU')
  await page.getByRole('button', { name: ru.export.title }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: ru.export.xlsx }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Организации.*\.xlsx$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})
