import { afterAll, expect, test } from 'vitest'
import { givenOrganization } from '../test/support/given/factories.ts'
import { startIdentityProvider } from '../test/support/outside/identity-provider.ts'
import { freePort } from '../test/support/processes/free-port.ts'
import { changeSessions } from '../test/support/service/signed-in.ts'
import { accessibilityFaults, startConsole } from './harness.ts'

const port = await freePort()
const provider = await startIdentityProvider({ service: `http://127.0.0.1:${port}` })
const roles = 'kontor-officers:officer,kontor-owners:owner'
const console = startConsole({ port, env: { ...provider.settings, KONTOR_OIDC_ROLES: roles } })
afterAll(() => provider.close())

let number = 0
function newPerson(groups: string[]): string {
  number += 1
  const id = `person-${number}`
  provider.people.set(id, { email: `${id}@example.com`, name: `Анна Петрова ${number}`, groups })
  provider.state.signsIn = id
  return id
}

const words = {
  en: {
    locale: 'en-US',
    button: 'Sign in with single sign-on',
    overview: 'Overview',
    managed: 'Your company’s identity provider manages this account',
    password: 'Change password',
    noRole: 'None of your groups at the identity provider has a role here. Ask your administrator.',
  },
  ru: {
    locale: 'ru-RU',
    button: 'Войти через единый вход (SSO)',
    overview: 'Обзор',
    managed: 'Учётной записью управляет служба единого входа',
    password: 'Сменить пароль',
    noRole: 'Ни одной из ваших групп не назначена роль. Обратитесь к администратору.',
  },
} as const

test.each(['en', 'ru'] as const)('signing in with the identity provider, in %s', async (language) => {
  const said = words[language]
  newPerson(['kontor-officers'])
  const page = await console.visit({ locale: said.locale })
  await page.getByRole('button', { name: said.button }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: said.button }).click()
  await page.getByRole('heading', { name: said.overview, level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: said.overview, level: 1 }).waitFor()
  await page.goto(console.url('/account'))
  await page.getByText(said.managed).waitFor()
  expect(await page.getByRole('button', { name: said.password }).count()).toBe(0)
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  expect(kept).not.toContain('eyJ')
})

test.each(['en', 'ru'] as const)('somebody without a role is told so, in %s', async (language) => {
  const said = words[language]
  newPerson(['staff'])
  const page = await console.visit({ locale: said.locale })
  await page.getByRole('button', { name: said.button }).click()
  await page.getByText(said.noRole).waitFor()
  expect(new URL(page.url()).hash).toBe('#/login?error=oidc_no_role')
})

test('the page that was asked for opens after the sign-in', async () => {
  newPerson(['kontor-officers'])
  const page = await console.visit({ place: '/account' })
  await page.getByRole('button', { name: words.en.button }).click()
  await page.getByText(words.en.managed).waitFor()
})

test('a proof that is too old is renewed at the provider, which sends the browser back to the same page', async () => {
  console.expectRefusal(401)
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  newPerson(['kontor-owners'])
  const page = await console.visit()
  await page.getByRole('button', { name: words.en.button }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await changeSessions(console.server, { authenticated_at: new Date(Date.now() - 3_600_000) })
  const place = console.url(`/organizations/${id}/show/wallets`)
  await page.goto(place)
  const reveal = async () => {
    await page.getByRole('button', { name: 'Show secret keys' }).click()
    await page.getByLabel('Reason').fill('Emergency')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
  }
  await reveal()
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.waitForURL(place)
  await reveal()
  await page.getByText('Format: wif', { exact: false }).waitFor()
})

test('a session that has ended is continued at the provider, on the same page', async () => {
  console.expectRefusal(401)
  newPerson(['kontor-officers'])
  const page = await console.visit()
  await page.getByRole('button', { name: words.en.button }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.goto(console.url('/account'))
  await page.getByText(words.en.managed).waitFor()
  await console.server.db
    .updateTable('sessions')
    .set({ revoked_at: new Date(), revoked_because: 'revoked' })
    .where('revoked_at', 'is', null)
    .execute()
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
  await page.getByText('The session has ended. Sign in at your identity provider').waitFor()
  expect(await page.getByLabel('Password').count()).toBe(0)
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor()
})

test('another person at the provider is refused, and the session goes on as it was', async () => {
  console.expectRefusal(401)
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  newPerson(['kontor-owners'])
  const page = await console.visit()
  await page.getByRole('button', { name: words.en.button }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await changeSessions(console.server, { authenticated_at: new Date(Date.now() - 3_600_000) })
  const place = console.url(`/organizations/${id}/show/wallets`)
  await page.goto(place)
  await page.getByRole('button', { name: 'Show secret keys' }).click()
  await page.getByLabel('Reason').fill('Emergency')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  newPerson(['kontor-owners'])
  await page.context().clearCookies({ domain: 'localhost' })
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByText('Somebody else signed in at the identity provider.').waitFor()
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.waitForURL(place)
})
