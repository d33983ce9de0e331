import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { Role } from '../contract/api/roles.ts'
import { changeAdministrators } from '../test/support/database/proven-rows.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { until } from '../test/support/processes/until.ts'
import { changeSessions } from '../test/support/service/signed-in.ts'
import { accessibilityFaults, password, startConsole } from './harness.ts'
import { addAuthenticator } from './virtual-authenticator.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: { KONTOR_SECOND_FACTOR: 'custodian' } })
const { server } = console

/** Browsers know passkeys for `localhost`, but not for 127.0.0.1. */
const place = (path = '') => `${server.url.replace('127.0.0.1', 'localhost')}/#${path}`

async function signIn(page: Page, email: string, said = wordsOf('en')): Promise<void> {
  await page.getByLabel(said.sign_in.email).fill(email)
  await page.getByLabel(said.sign_in.password).fill(password)
  await page.getByRole('button', { name: said.sign_in.submit, exact: true }).click()
}

/** A page at localhost with an authenticator, signed in with the password. */
async function open(role: Role, locale = 'en-US') {
  const { email, id } = await console.account(role)
  const page = await console.visit({ locale })
  await page.goto(place())
  const authenticator = await addAuthenticator(page)
  onTestFinished(() => authenticator.remove())
  await signIn(page, email, wordsOf(locale))
  return { page, authenticator, email, id, said: wordsOf(locale) }
}

async function addPasskey(page: Page, name: string, said = wordsOf('en')): Promise<void> {
  await page.getByRole('button', { name: said.passkeys.add }).click()
  const dialog = page.getByRole('dialog', { name: said.passkeys.add })
  await dialog.getByLabel(said.passkeys.name).fill(name)
  await dialog.getByRole('button', { name: said.proof.submit }).click()
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

test('a passkey is added, signs in without a password, is the second step after one, renamed and removed', async () => {
  console.expectRefusal(401)
  const { page, authenticator, email } = await open('officer')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto(place('/account'))
  await page.getByText('You have no passkey yet.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await addPasskey(page, 'Laptop')
  await page.getByText('The passkey was added.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor()
  expect(await authenticator.credentials()).toHaveLength(1)

  await signOut(page, 'Test officer')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Test officer' }).waitFor()

  await signOut(page, 'Test officer')
  await signIn(page, email)
  await page.getByText('The password is right. Now confirm with your passkey.').waitFor()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Test officer' }).waitFor()

  // A further passkey, on another authenticator, is signed by the first one.
  await page.goto(place('/account'))
  const further = await addAuthenticator(page, 'usb')
  await authenticator.answers(false)
  await addPasskey(page, 'Key ring')
  await page.getByText('Now confirm with a passkey that you already have.').waitFor()
  await authenticator.answers(true)
  await further.answers(false)
  await page.getByRole('button', { name: 'Confirm with an existing passkey' }).click()
  const ring = page.getByRole('listitem').filter({ hasText: 'Key ring' })
  await ring.waitFor()

  await ring.getByRole('button', { name: 'Passkeys: Key ring' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spare key')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Passkeys: Spare key' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The passkey was removed.').waitFor()
  await page.getByRole('button', { name: 'Passkeys: Spare key' }).waitFor({ state: 'detached' })
})

test('a passkey proves again who the person is, before a mnemonic is shown', async () => {
  console.expectRefusal(401)
  const organization = await givenOrganization(server)
  const owner = await server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${organization.id}/wallets/create`)).status).toBe(201)
  const { page, id } = await open('owner')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto(place('/account'))
  await addPasskey(page, 'Laptop')
  await page.getByText('The passkey was added.').waitFor()
  await changeSessions(
    server,
    { authenticated_at: new Date(Date.now() - 20 * 60_000) },
    { administratorId: id },
  )
  await page.goto(place(`/organizations/${organization.id}/show/wallets`))
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  await page.getByLabel('Reason').fill('Emergency')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('dialog').locator('ol li').nth(23).waitFor()
})

test('a role that needs a second factor can only enrol one, in Russian, and then works', async () => {
  const { page, said } = await open('custodian', 'ru-RU')
  await page.getByRole('heading', { name: said.passkeys.forced_title }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto(place('/organizations'))
  await page.getByRole('heading', { name: said.passkeys.forced_title }).waitFor()
  await addPasskey(page, 'Телефон', said)
  await page.getByRole('heading', { name: 'Организации' }).waitFor()

  // The last second factor of such a role stays, also when its passkey was used.
  console.expectRefusal(401)
  console.expectRefusal(409)
  await page.goto(place('/account'))
  await page.getByRole('button', { name: `${said.passkeys.title}: Телефон` }).click()
  await page.getByRole('menuitem', { name: said.passkeys.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: said.passkeys.remove }).click()
  await page.getByText(said.errors.last_second_factor).waitFor()
})

test('a copied authenticator, whose counter goes back, is refused', async () => {
  console.expectRefusal(401)
  const { page, authenticator, id } = await open('officer')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto(place('/account'))
  await addPasskey(page, 'Laptop')
  await page.getByText('The passkey was added.').waitFor()
  await signOut(page, 'Test officer')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Test officer' }).waitFor()
  await signOut(page, 'Test officer')
  await until('the authenticator has counted', async () => {
    const [credential] = await authenticator.credentials()
    return (credential?.signCount ?? 0) >= 2
  })
  await authenticator.restore(0)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('The passkey could not be verified. Try again.').waitFor()

  // Whoever is locked since a restore is told so.
  await changeAdministrators(server, { disabled_at: new Date(), disabled_because: 'restore' }, id)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText(wordsOf('en').sign_in.restored).waitFor()
})
