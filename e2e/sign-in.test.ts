import { afterEach, expect, test } from 'vitest'
import { scaled } from '../test/support/cases/scale.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { password, startConsole } from './harness.ts'

const console = startConsole()

const languages = scaled<('en' | 'ru')[]>(['en'], ['en', 'ru'])
const words = {
  en: {
    locale: 'en-US',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The e-mail address or the password is wrong.',
    wait: /You can try again in \d+ s/,
    overview: 'Overview',
    out: 'Sign out',
  },
  ru: {
    locale: 'ru-RU',
    email: 'Электронная почта',
    password: 'Пароль',
    submit: 'Войти',
    wrong: 'Неверный адрес почты или пароль.',
    wait: /Можно повторить через \d+ с/,
    overview: 'Обзор',
    out: 'Выйти',
  },
} as const

afterEach(() => {
  console.server.clock.at = null
})

test.each(languages)('signing in, failing and waiting, in %s', async (language) => {
  const said = words[language]
  const { email } = await console.account('officer')
  const page = await console.visit({ locale: said.locale })
  // Neither clock goes on by itself: the second that must be waited for is not over before the test has seen it.
  const now = new Date()
  console.server.clock.at = now
  await page.clock.setFixedTime(now)
  console.expectRefusal(401)
  console.expectRefusal(429)
  await page.getByLabel(said.email).fill(email)
  await page.getByLabel(said.password).fill('not the password')
  const submit = page.getByRole('button', { name: said.submit })
  const attempt = async () => {
    const [response] = await Promise.all([page.waitForResponse('**/v1/auth/login'), submit.click()])
    return response.status()
  }
  for (let failures = 0; failures < 5; failures++) {
    expect(await attempt()).toBe(401)
    await page.getByText(said.wrong).waitFor()
  }
  expect(await attempt()).toBe(429)
  await page.getByText(said.wait).waitFor()
  expect(await submit.isDisabled()).toBe(true)
  const later = new Date(now.getTime() + 1_000)
  console.server.clock.at = later
  await page.clock.setFixedTime(later)
  await page.getByText(said.wait).waitFor({ state: 'detached' })
  await page.getByLabel(said.password).fill(password)
  await submit.click()
  await page.getByRole('heading', { name: said.overview }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
})

test('a reload keeps the session, and no token is in browser storage', async () => {
  const page = await console.open('owner')
  await page.reload()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/eyJ|token|Bearer/)
})

test('tabs share the session: signing in or out in one tab applies to all', async () => {
  const first = await console.open('officer')
  const second = await first.context().newPage()
  await second.goto(console.server.url)
  await second.getByRole('heading', { name: 'Overview' }).waitFor()
  await first.getByRole('button', { name: 'Test officer' }).click()
  await first.getByRole('menuitem', { name: words.en.out }).click()
  await first.getByRole('heading', { name: 'Sign in' }).waitFor()
  await second.getByRole('heading', { name: 'Sign in' }).waitFor()
  const { email } = await console.account('officer')
  await second.getByLabel('E-mail').fill(email)
  await second.getByLabel('Password').fill(password)
  await second.getByRole('button', { name: 'Sign in' }).click()
  await second.getByRole('heading', { name: 'Overview' }).waitFor()
  await first.getByRole('heading', { name: 'Overview' }).waitFor()
})

test('a lost connection is shown, and everything is reloaded when it is back', async () => {
  const page = await console.open('officer', { place: '/organizations' })
  await page.getByText('No organizations yet').waitFor()
  console.expectComplaint('net::ERR_INTERNET_DISCONNECTED')
  await page.context().setOffline(true)
  await page.getByText('No connection to the service').waitFor()
  const owner = await console.server.signIn('owner')
  const made = { inn: '7707083893', ogrn: '1027700132195', full_name: 'Публичное общество «Возвращение»' }
  expect((await owner.post('/v1/organizations', made)).status).toBe(201)
  await page.context().setOffline(false)
  await page.getByText('The connection is back.').waitFor()
  await page.getByText('Публичное общество «Возвращение»').waitFor()
  await page.getByText('No connection to the service').waitFor({ state: 'detached' })
})

test('the language is changed in the user menu and remembered', async () => {
  const page = await console.open('auditor')
  await page.getByRole('button', { name: 'Test auditor' }).click()
  await page.getByRole('menuitem', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Обзор' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Обзор' }).waitFor()
})

test('when the session has expired, the password is asked for in place and the work goes on', async () => {
  console.expectRefusal(401)
  const { id } = await givenOrganization(console.server)
  const page = await console.open('officer')
  const expire = (hours: number) => {
    console.server.clock.at = new Date(Date.now() + hours * 3_600_000)
  }
  await page.goto(console.url(`/organizations/${id}`))
  await page.getByRole('textbox', { name: 'Notes' }).fill('Typed before the session expired')
  expire(13)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByText('Your session has ended').waitFor()
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByText('Typed before the session expired').waitFor()

  // Who signs in on the sign-in page instead comes back to the same page, and is told why.
  expire(26)
  await page.goto(console.url(`/organizations/${id}/show/documents`))
  await dialog.getByRole('button', { name: 'Go to the sign-in page' }).click()
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  const { email } = await console.account('officer')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('0 of 5 required documents approved').waitFor()
})

test('a page that is opened without a connection appears when the connection is back', async () => {
  const page = await console.open('officer')
  console.expectComplaint('net::ERR_INTERNET_DISCONNECTED')
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
  // The page that is left may say so as well.
  await page.getByRole('status').getByText('No connection to the service').waitFor()
  await page.waitForURL(/organizations/)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Organizations' }).waitFor()
})
