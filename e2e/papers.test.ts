import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { completeInn, completeOgrn } from '../contract/values/identifiers.ts'
import { forAbroad, givenCompany, newCompany } from '../test/support/given/given-paper.ts'
import {
  approve,
  complete,
  givenBuyer,
  givenRequest,
  pay,
  review,
} from '../test/support/given/given-purchase-request.ts'
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
  // Either a rate or a legal ground, never both; the rate as people write it.
  await fill(own.vat_rate, '7,5 %')
  await fill(own.vat_ground, 'Без НДС')
  await page.getByText(words.faults.ground_with_rate).waitFor()
  await fill(own.vat_ground, '')
  // A company needs somebody who signs; this is said at the fields.
  await page.getByRole('button', { name: words.action.create, exact: true }).click()
  await page
    .getByRole('textbox', { name: own.director_post, exact: false })
    .and(page.locator('[aria-invalid="true"]'))
    .waitFor()
  await fill(own.director_name, company.director?.name)
  await fill(own.director_post, company.director?.post)
  const group = page.getByRole('group', { name: words.companies.account.replace('%{number}', '1') })
  const inGroup = (label: string, value: string | null | undefined) =>
    // Other fields have names that begin with the same word.
    group.getByRole('textbox', { name: new RegExp(`^${label}\\s*\\*?$`) }).fill(value ?? '')
  await inGroup(fields.settlement_account, account?.settlement_account?.replace(/.$/, '0'))
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
  await page.getByText('7.5\u00a0%').waitFor()
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

  // A sole trader signs as themselves, also with another name: nobody asks for a director.
  await page.goto(console.url('/desk-companies/create'))
  await fill(fields.inn, completeInn('7705000001'))
  await page.getByText(words.companies.signs_alone).waitFor()
  await fill(fields.ogrn, completeOgrn('30477050000001'))
  await fill(fields.full_name, 'ИП Сидоров Пётр Ильич')
  await fill(fields.short_name, 'ИП Сидоров П. И.')
  await fill(fields.legal_address, company.legal_address)
  await inGroup(fields.settlement_account, account?.settlement_account)
  await inGroup(fields.bik, account?.bik)
  await inGroup(fields.bank_name, account?.bank_name)
  await page.keyboard.press('Enter')
  await page.getByText('Сидоров Пётр Ильич', { exact: true }).waitFor()
  // Nothing was said of VAT: papers say nothing either, and the page warns.
  await page.getByText(words.companies.no_vat).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: words.action.edit }).click()
  await page.getByText(words.companies.signs_alone).waitFor()
  expect(await page.getByRole('textbox', { name: own.director_post }).count()).toBe(0)
  await fill(fields.full_name, 'ИП Смирнов Пётр Ильич')
  await page.getByRole('button', { name: words.action.save }).click()
  await page.getByText('Смирнов Пётр Ильич', { exact: true }).waitFor()
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
  const { id: companyId, short_name } = await givenCompany(owner, {
    inn,
    ogrn,
    short_name: `ООО «${look.locale}»`,
  })
  await page.getByRole('button', { name: words.papers.issue }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(short_name).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  // The client is a Russian one: it gets its papers in Russian unless somebody chooses otherwise.
  if (look.locale === 'en-US') {
    await dialog.getByRole('combobox', { name: words.papers.language }).click()
    await page.getByRole('option', { name: words.paper_language.en }).click()
  }
  // More than is due is refused, and what is due is said.
  console.expectRefusal(422)
  const amount = dialog.getByRole('textbox', { name: words.papers.amount })
  await amount.fill('92 301,09')
  await dialog.getByRole('button', { name: words.papers.issue }).click()
  await dialog
    .getByText(look.locale === 'en-US' ? 'At most 92,301.08 is still due' : /не больше 92.301,08$/)
    .first()
    .waitFor()
  // In one language for everything, in the other for an advance.
  await amount.fill(look.locale === 'en-US' ? '' : '50 000')
  console.expectRefusal(409)
  await dialog.getByRole('button', { name: words.papers.issue }).click()
  if (look.locale === 'en-US') {
    // An invoice in English names the account as banks abroad need it.
    await dialog.getByText(words.errors.requisites_missing).waitFor()
    await dialog.getByText(words.company_fields.latin_name).waitFor()
    await dialog.getByText(words.papers.owner_adds).waitFor()
    const link = dialog.getByRole('link', { name: words.papers.open_company })
    expect(await link.getAttribute('href')).toContain(`/desk-companies/${companyId}/show`)
    await expectAccessible(page, '[role="dialog"]')
    expect((await owner.patch(`/v1/desk/companies/${companyId}`, forAbroad)).status).toBe(200)
    await dialog.getByRole('button', { name: words.papers.issue }).click()
  }
  const number = `${new Date().getFullYear()}-000001`
  const name = `${words.paper_kind.invoice} ${number}`
  await page.getByText(words.papers.issued.replace('%{name}', name)).waitFor()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByText(look.locale === 'en-US' ? /92,301.08.RUB/ : /50.000,00.RUB/).waitFor()
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

  // The date of an act is one of the days since the delivery.
  const done = await givenRequest(owner, organization, {}, review, approve, pay, complete)
  await page.goto(console.url(`/purchase-requests/${done.id}/show`))
  await page.getByRole('button', { name: words.papers.issue }).click()
  const date = dialog.getByLabel(words.papers.date)
  await date.fill('2026-01-31')
  await dialog.getByRole('button', { name: words.papers.issue }).click()
  const period =
    look.locale === 'en-US'
      ? /from \w+ \d+, \d+ \(last delivery\)/
      : /с \d+ \S+ \d+.г\. \(последняя отправка\)/
  await dialog.getByText(period).first().waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await date.fill('')
  await date.blur()
  await dialog.getByRole('button', { name: words.papers.issue }).click()
  await page.getByRole('listitem').filter({ hasText: words.paper_kind.act }).waitFor()
  // There is one act of a request, and nothing is due any more.
  await page.getByRole('button', { name: words.papers.issue }).waitFor({ state: 'detached' })
})
