import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { givenCompany, newCompany } from '../test/support/given-paper.ts'
import { approve, givenBuyer, givenRequest, review } from '../test/support/given-purchase-request.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

test.each(looks)('a company is entered with its accounts and changed, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { organization_fields: fields, company_fields: own } = words
  const company = newCompany()
  const [account] = company.bank_accounts
  await console.server.db.deleteFrom('desk_companies').execute()
  const page = await console.open('owner', { ...look, place: '/desk-companies' })
  await page.getByText(words.companies.empty_title).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: words.companies.new }).first().click()
  const fill = (label: string, value: string | null | undefined) =>
    page
      .getByRole('textbox', { name: label, exact: false })
      .first()
      .fill(value ?? '')
  await fill(fields.inn, '7701234561')
  await page.keyboard.press('Tab')
  await page.getByText(words.faults.inn_check_digit).waitFor()
  await page.getByRole('button', { name: words.action.create, exact: true }).click()
  await page.getByText(words.faults.missing).first().waitFor()
  await expectAccessible(page)
  await fill(fields.inn, company.inn.replace(/^(....)/, '$1 '))
  await fill(fields.ogrn, company.ogrn)
  await fill(fields.kpp, company.kpp)
  await fill(fields.full_name, company.full_name)
  await fill(fields.short_name, company.short_name)
  await fill(fields.legal_address, company.legal_address)
  await fill(own.director_name, company.director.name)
  await fill(own.director_post, company.director.post)
  const group = page.getByRole('group', { name: words.companies.account.replace('%{number}', '1') })
  const inGroup = (label: string, value: string | null | undefined) =>
    group.getByRole('textbox', { name: label }).fill(value ?? '')
  await inGroup(fields.settlement_account, account?.settlement_account.replace(/.$/, '0'))
  await inGroup(fields.bik, account?.bik)
  await inGroup(fields.bank_name, account?.bank_name)
  await inGroup(fields.correspondent_account, account?.correspondent_account)
  await page.keyboard.press('Enter')
  await page.getByText(words.faults.account_check_digit).first().waitFor()
  await inGroup(fields.settlement_account, account?.settlement_account)
  await page.keyboard.press('Enter')
  // Not the notification: an earlier one stays as long as the pointer is over it.
  await page.getByRole('heading', { name: company.short_name }).waitFor()
  await page.getByText(account?.settlement_account ?? '').waitFor()
  await expectAccessible(page)

  // Somebody else changes another field, and the same one.
  console.expectRefusal(409)
  await page.getByRole('link', { name: words.action.edit }).click()
  await fill(own.accountant, 'Моя Мария Ивановна')
  const owner = await console.server.signIn('owner')
  const [{ id }] = (await owner.get('/v1/desk/companies')).body.items
  const theirs = { accountant: 'Чужая Анна Петровна', legal_address: 'г. Тверь, ул. Новая, д. 1' }
  expect((await owner.patch(`/v1/desk/companies/${id}`, theirs)).status).toBe(200)
  await page.getByRole('button', { name: words.action.save }).click()
  await page.getByText(words.errors.version_conflict).waitFor()
  await page.getByText(theirs.legal_address).first().waitFor()
  await page.getByRole('radio', { name: /Моя/ }).check()
  await page.getByRole('button', { name: words.action.save }).click()
  await page.getByText(words.companies.saved).waitFor()
  expect((await owner.get(`/v1/desk/companies/${id}`)).body).toMatchObject({
    accountant: 'Моя Мария Ивановна',
    legal_address: theirs.legal_address,
    bank_accounts: company.bank_accounts,
  })

  const reader = await console.open('operator', { ...look, place: `/desk-companies/${id}/show` })
  await reader.getByText(theirs.legal_address).waitFor()
  expect(await reader.getByRole('link', { name: words.action.edit }).count()).toBe(0)
})

test.each(looks)('an invoice is issued, downloaded and voided, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  await console.server.db
    .deleteFrom('desk_companies')
    .execute()
    .catch(() => undefined)
  const owner = await console.server.signIn('owner')
  const organization = (await givenBuyer(console.server)).id
  const fresh = await givenRequest(owner, organization)
  const { id } = await givenRequest(owner, organization, {}, review, approve)
  const page = await console.open('operator', { ...look, place: `/purchase-requests/${fresh.id}/show` })
  await page.getByText(words.papers.not_yet).waitFor()
  expect(await page.getByRole('button', { name: words.papers.issue }).count()).toBe(0)
  await page.goto(console.url(`/purchase-requests/${id}/show`))
  const inn = look.locale === 'en-US' ? '7707083893' : '7736050003'
  const ogrn = look.locale === 'en-US' ? '1027700132195' : '1027700070518'
  const { short_name } = await givenCompany(owner, { inn, ogrn, short_name: `ООО «${look.locale}»` })
  await page.getByRole('button', { name: words.papers.issue }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(short_name).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: words.papers.issue }).click()
  const number = `${new Date().getFullYear()}-000001`
  const name = `${words.paper_kind.invoice} ${number}`
  await page.getByText(words.papers.issued.replace('%{name}', name)).waitFor()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByText(/92.301[.,]08.RUB/).waitFor()
  // It can be clicked at once: the download waits for the PDF, and asks again until it is there.
  console.expectRefusal(503)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: `${words.papers.download}: ${name}` }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`invoice-${number}.pdf`)
  expect((await readFile((await download.path()) ?? '')).subarray(0, 5).toString()).toBe('%PDF-')
  await row.getByText(words.papers.rendering).waitFor({ state: 'detached' })
  expect(await page.getByText('ST00012').count()).toBe(0)
  await expectAccessible(page)

  await row.getByRole('button', { name: `${words.papers.void}: ${name}` }).click()
  await dialog.getByRole('button', { name: words.papers.void }).click()
  await dialog.getByText(words.faults.missing).waitFor()
  await dialog.getByRole('textbox', { name: words.papers.reason }).fill('Сумма исправлена')
  await dialog.getByRole('button', { name: words.papers.void }).click()
  await row.getByText(words.papers.voided, { exact: true }).waitFor()
  await row.getByText(/Сумма исправлена/).waitFor()
  expect(await row.getByRole('button', { name: `${words.papers.void}: ${name}` }).count()).toBe(0)
})
