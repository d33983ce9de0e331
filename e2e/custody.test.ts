import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { givenOrganization } from '../test/support/given/factories.ts'
import { changeSessions } from '../test/support/service/signed-in.ts'
import { accessibilityFaults, type Console, password, startConsole } from './harness.ts'

const console = startConsole()

async function organizationWithWallets({ server }: Console): Promise<string> {
  const { id } = await givenOrganization(server)
  const owner = await server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  return id
}

const words = (page: Page) => page.getByRole('dialog').locator('ol li')

test('wallets are created once, and their addresses can be copied and scanned', async () => {
  const { id } = await givenOrganization(console.server)
  const page = await console.open('custodian', {
    locale: 'ru-RU',
    place: `/organizations/${id}/show/wallets`,
  })
  await page.getByRole('button', { name: 'Создать кошельки' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Создать кошельки' }).click()
  await page.getByText('Кошельки созданы.').waitFor()
  const addresses = page.getByRole('main').locator('code')
  await addresses.nth(4).waitFor()
  await page.getByRole('button', { name: 'Скопировать: Bitcoin, Адрес' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await addresses.first().textContent())
  await page.getByRole('button', { name: 'Показать QR-код: Bitcoin' }).click()
  await page.getByRole('img', { name: /Bitcoin: bc1/ }).waitFor()
})

test('a recovery phrase is shown once, hidden when the window loses focus, and stored nowhere', async () => {
  const id = await organizationWithWallets(console)
  const page = await console.open('custodian', { place: `/organizations/${id}/show/wallets` })
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  await page.getByText('Whoever sees this can move all funds.').waitFor()
  await page.getByLabel('Reason').fill('Restoring the cold wallet')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await words(page).nth(23).waitFor()
  expect(await words(page).count()).toBe(24)
  expect(await accessibilityFaults(page)).toEqual([])
  const phrase = (await words(page).allInnerTexts()).join(' ')
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state])',
  )
  expect(kept).not.toContain(phrase)
  await page.evaluate("window.dispatchEvent(new Event('blur'))")
  await page.getByText('Hidden: window lost focus.').waitFor()
  expect(await page.content()).not.toContain(phrase.split(' ').slice(0, 3).join('</li>'))
  expect(await words(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Secret was revealed').first().waitFor()
})

test('it is hidden after a minute', async () => {
  const id = await organizationWithWallets(console)
  const page = await console.open('owner', { locale: 'ru-RU' })
  await page.clock.install()
  await page.goto(console.url(`/organizations/${id}/show/wallets`))
  await page.clock.runFor(2_000)
  await page.getByRole('button', { name: 'Показать секретные ключи' }).click()
  await page.getByRole('button', { name: 'Показать', exact: true }).click()
  await page.getByText('Укажите, почему нужно раскрыть секрет.').waitFor()
  await page.getByLabel('Причина').fill('Авария')
  await page.getByRole('button', { name: 'Показать', exact: true }).click()
  await page.getByText('Скроется через').waitFor()
  await page.clock.runFor(61_000)
  await page.getByText('Скрыто. «Показать снова»').waitFor()
})

test('after 15 minutes the password is asked for again, a wrong one is reported, and the dialog stays open', async () => {
  console.expectRefusal(401)
  const id = await organizationWithWallets(console)
  const page = await console.open('custodian')
  await changeSessions(console.server, { authenticated_at: new Date(Date.now() - 3_600_000) })
  await page.reload()
  await page.goto(console.url(`/organizations/${id}/show/wallets`))
  await page.getByRole('button', { name: 'Show secret keys' }).click()
  await page.getByLabel('Reason').fill('Emergency')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("Confirm it's you").waitFor()
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('The password is wrong.').waitFor()
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Format: wif', { exact: false }).waitFor()
})

test('without permission, secrets are not offered', async () => {
  const id = await organizationWithWallets(console)
  const page = await console.open('operator', { place: `/organizations/${id}/show/wallets` })
  await page.getByText('Bitcoin', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Show recovery phrase' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add new networks' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Replace the wallets' }).isDisabled()).toBe(true)
})
