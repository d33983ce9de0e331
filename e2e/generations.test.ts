import { expect, test } from 'vitest'
import { givenBuyer, givenRequest, review } from '../test/support/given/given-purchase-request.ts'
import { accessibilityFaults, startConsole } from './harness.ts'

const console = startConsole()

test('wallets are replaced with a reason, the old ones are folded, and a request follows to the new one', async () => {
  const { id } = await givenBuyer(console.server)
  const owner = await console.server.signIn('owner')
  const [wallet] = (await owner.get(`/v1/organizations/${id}/wallets`)).body.filter(
    ({ network }: { network: string }) => network === 'tron',
  )
  const request = await givenRequest(owner, id, { wallet_id: wallet.id }, review)

  const page = await console.open('owner', {
    locale: 'ru-RU',
    width: 390,
    place: `/organizations/${id}/show/wallets`,
  })
  await page.getByRole('button', { name: 'Заменить кошельки' }).click()
  const dialog = page.getByRole('dialog', { name: 'Заменить кошельки' })
  await dialog.getByText('Средства на прежних адресах остаются там', { exact: false }).waitFor()
  await dialog.getByText('Заявки с прежним адресом получателя', { exact: false }).waitFor()
  expect(await accessibilityFaults(page, { within: '[role="dialog"]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Заменить кошельки' }).click()
  expect(await dialog.locator('.Mui-error').count()).toBeGreaterThan(0)
  await dialog.getByLabel('Причина замены').fill('Фразу видел уволенный сотрудник')
  await dialog.getByRole('button', { name: 'Заменить кошельки' }).click()
  await page.getByText('Кошельки заменены.', { exact: false }).waitFor()
  await page.getByText('Действующие кошельки: поколение 2', { exact: false }).waitFor()
  expect(await page.getByText(wallet.address).count()).toBe(0)
  await page.getByRole('button', { name: /Поколение 1/ }).click()
  await page.getByText(wallet.address).waitFor()
  await page.getByText('Фразу видел уволенный сотрудник').waitFor()
  await page.getByRole('heading', { name: 'Аварийное раскрытие' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.goto(console.url(`/purchase-requests/${request.id}/show`))
  await page.getByRole('link', { name: /кошелёк, выведенный из обращения/ }).waitFor()
  await page.getByRole('button', { name: 'Отправить на действующий кошелёк' }).click()
  await expect.poll(() => page.getByText('выведенный из обращения').count()).toBe(0)
  const corrected = (await owner.get(`/v1/purchase-requests/${request.id}`)).body
  expect(corrected.destination_address).not.toBe(wallet.address)
})
