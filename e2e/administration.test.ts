import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hotp, stepAt } from '../server/features/authentication/sign-in/totp.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { tokenOf } from '../test/support/given/given-person.ts'
import { changeSessions } from '../test/support/service/signed-in.ts'
import { password, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

async function proveLongAgo(page: Page): Promise<void> {
  const authenticated_at = new Date(Date.now() - 3_600_000)
  await changeSessions(console.server, { authenticated_at })
  await page.reload()
}

async function proveAgain(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByLabel('Password').fill(password)
  await proof.getByRole('button', { name: 'Continue' }).click()
}

test('an owner creates an administrator, who sets a password with the link and signs in', async () => {
  const page = await console.open('owner', { place: '/administrators' })
  await page.getByRole('button', { name: 'New administrator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('new@example.com')
  // A name in which something is hidden cannot be told from another one.
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New\u200b One')
  await dialog.getByRole('radio', { name: /Auditor/ }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Write one line without line breaks and invisible characters').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('New One')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Link for New One').waitFor()
  const link = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Copy: Link for New One' }).waitFor()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('new@example.com').waitFor()
  const row = page.getByRole('row', { name: /new@example\.com/ })
  await row.getByText('Invited').waitFor()
  await row.getByText(/^Link until/).waitFor()

  const other = await console.visit({ locale: 'ru-RU', place: `/set-password?token=${tokenOf(link)}` })
  await other.getByRole('heading', { name: 'Установка пароля' }).waitFor()
  await other.getByText('Добро пожаловать, New One').waitFor()
  await other.getByText(/Логин для входа: new@example\.com/).waitFor()
  await other.getByLabel('Новый пароль').fill('длинный, но другой пароль')
  await other.getByLabel('Пароль ещё раз').fill(password)
  await other.getByRole('button', { name: 'Задать пароль' }).click()
  await other.getByText('Пароли не совпадают').waitFor()
  expect(other.url()).not.toContain('token')
  await other.getByLabel('Новый пароль').fill(password)
  // The fault is gone with its cause.
  await other.getByText('Пароли не совпадают').waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Задать пароль' }).click()
  await other.getByText('Пароль задан').waitFor()
  await other.getByRole('link', { name: 'Войти' }).click()
  await other.getByLabel('Электронная почта').fill('new@example.com')
  await other.getByLabel('Пароль').fill(password)
  await other.getByRole('button', { name: 'Войти' }).click()
  await other.getByRole('heading', { name: 'Обзор' }).waitFor()

  // It asks first who does this, if that was proven long ago.
  console.expectRefusal(401)
  await proveLongAgo(page)
  await page.getByRole('button', { name: 'Actions: New One' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await proveAgain(page)
  await page.getByText('Disabled').waitFor()
  await other.goto(console.url('/organizations'))
  const expired = other.getByRole('dialog', { name: 'Подтвердите личность' })
  await expired.getByLabel('Пароль').fill(password)
  await expired.getByRole('button', { name: 'Продолжить' }).click()
  await expired.getByText('Неверный пароль').waitFor()
  await expired.getByRole('button', { name: 'Перейти на страницу входа' }).click()
  await other.getByRole('heading', { name: 'Вход' }).waitFor()
})

test('a reset makes a link; one that was used, replaced or is incomplete says so', async () => {
  const { email, id } = await console.account('officer')
  const page = await console.open('owner')
  await page.goto(console.url('/administrators'))
  await page
    .getByRole('row', { name: email })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Link for Test officer').waitFor()
  const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()

  const owner = await console.server.signIn('owner')
  await owner.post(`/v1/administrators/${id}/reset`)
  console.expectRefusal(401)
  const other = await console.visit({ place: `/set-password?token=${tokenOf(link)}` })
  await other.getByText(/was used already, or replaced by a newer one/).waitFor()
  // Nobody types a password in vain.
  expect(await other.getByLabel('New password').count()).toBe(0)
  await other.reload()
  await other.getByText('This page needs a link').waitFor()
})

test('an API key is shown once and can be revoked', async () => {
  const page = await console.open('owner', { locale: 'ru-RU', place: '/api-keys' })
  await page.getByText('Ключей пока нет').waitFor()
  await page.getByRole('button', { name: 'Новый ключ' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await dialog.getByText('Обязательное поле').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Название' }).fill('CRM')
  await dialog.getByRole('checkbox', { name: 'читать заявки' }).check()
  console.expectRefusal(422)
  await dialog.getByRole('textbox', { name: 'Сети' }).fill('127.0.0.0/8\nвсе')
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await dialog
    .getByText(/Укажите сети вида/)
    .first()
    .waitFor()
  await dialog.getByRole('textbox', { name: 'Сети' }).fill('127.0.0.0/8, ::1/128')
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await page.getByText('Ключ «CRM»').waitFor()
  const key = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'Сохранено' }).click()
  const response = () =>
    fetch(`${console.server.url}/v1/purchase-requests`, { headers: { authorization: `Bearer ${key}` } })
  expect((await response()).status).toBe(200)
  await page.getByText('127.0.0.0/8, ::1/128').waitFor()
  await sql`
    update api_keys set created_at = now() - interval '366 days', last_used_at = now() - interval '91 days',
      expires_at = now() + interval '29 days'
  `.execute(console.server.db)
  await page.reload()
  for (const warning of ['Старше года', 'Истекает в течение 30 дней', 'Не использовался 90 дней']) {
    await page.getByText(warning).waitFor()
  }
  await page.getByRole('button', { name: 'Отозвать: CRM' }).click()
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await page.getByText('Отозван').waitFor()
  expect((await response()).status).toBe(401)
})

test('a webhook is created, tested and deleted', async () => {
  const page = await console.open('owner', { place: '/webhooks' })
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.invalid/kontor')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await listOf(page, wordsOf('en-US')).open(page.getByRole('link', { name: 'https://hooks.invalid/kontor' }))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Retrying', { exact: true }).waitFor()
  await page.getByText(/the connection failed .* next attempt/).waitFor()
  await page.getByText(/^Every delivery has failed since/).waitFor()
  await page.getByText(/^Failing since/).waitFor()
  const details = page.getByRole('button', { name: /^Details:/ })
  await details.click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await page.getByRole('region', { name: 'Message' }).getByText('A test event').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await details.click()
  await page.getByRole('menuitem', { name: 'Retry now' }).click()
  await page.getByText('It is being sent now.').waitFor()
  console.expectRefusal(401)
  await proveLongAgo(page)
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await proveAgain(page)
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('No webhooks yet').waitFor()
})

test('the verification is green for a valid audit log and red at a changed row', async () => {
  const short_name = 'ООО «Журнал»'
  const { id } = await givenOrganization(console.server, { short_name })
  const officer = await console.server.signIn('officer')
  for (const notes of ['one', 'two']) {
    expect((await officer.patch(`/v1/organizations/${id}`, { notes })).status).toBe(200)
  }
  const { email } = await console.account('operator')
  const wrong = { email, password: 'not the password' }
  expect((await (await console.server.signIn('owner')).post('/v1/auth/login', wrong)).status).toBe(401)
  const auditor = await console.server.signIn('auditor')
  const failed = '/v1/audit-events?action=auth.login&outcome=failure'
  await expect.poll(async () => (await auditor.get(failed)).body.total).toBeGreaterThan(0)
  const page = await console.open('auditor')
  await page
    .getByRole('listitem')
    .filter({ hasText: /Test operator: Failed sign-in/ })
    .waitFor()
  await page.goto(console.url('/audit-events'))
  await page.getByRole('button', { name: 'Intact' }).click()
  await page.getByText(/Chain intact, 1–/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ hasText: 'Failed sign-in' }).first().waitFor()
  await page.getByRole('link', { name: short_name }).first().waitFor()
  const list = listOf(page, wordsOf('en-US'))
  await list.find('Organization', short_name, new RegExp(short_name))
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  await rows
    .nth(1)
    .getByText(/\d:\d\d:\d\d/)
    .waitFor()
  await list.choose('Person', 'Test operator')
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Hash chain (NDJSON)' }).click()),
  ])
  expect(download.suggestedFilename()).toBe('audit-events.ndjson')
  await page.getByRole('button', { name: 'Row 1', exact: true }).click()
  await page.getByText('Hash', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  // Bypasses the triggers, as only somebody with full access to the database can.
  await console.server.db.connection().execute(async (db) => {
    await sql`alter table audit_events disable trigger user`.execute(db)
    await sql`update audit_events set event = replace(event, 'administrator', 'nobody') where seq = 2`.execute(
      db,
    )
    await sql`alter table audit_events enable trigger user`.execute(db)
  })
  await page.getByRole('button', { name: 'Intact' }).click()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('dialog').getByText('Chain broken at row 2').waitFor()
})

test('one-time codes are enabled with a first code and then required at sign-in', async () => {
  const page = await console.open('owner', { place: '/account' })
  const email = (await page.getByText(/^owner-.*@example.com$/).textContent()) ?? ''
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Current password').first().fill(password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: /Scan this/ }).waitFor()
  const seed = Buffer.from(base32nopad.decode((await page.locator('code').first().textContent()) ?? ''))
  const code = (ahead: number) => hotp(seed, stepAt(new Date()) + ahead)
  await page.getByRole('textbox', { name: 'Code' }).fill(code(0))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('Recovery codes').waitFor()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByText('On: signing in and showing secrets ask for a code.').waitFor()

  console.expectRefusal(401)
  const other = await console.visit()
  await other.getByLabel('E-mail').fill(email)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('Your account asks for a one-time code.').waitFor()
  await other.getByLabel('One-time code').fill(code(1))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('heading', { name: 'Overview' }).waitFor()
})
