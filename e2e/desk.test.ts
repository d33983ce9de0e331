import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { givenOrganization } from '../test/support/factories.ts'
import { givenBuyer, givenRequest } from '../test/support/given-purchase-request.ts'
import { accessibilityFaults, startConsole } from './harness.ts'

const console = startConsole()

test('a request is found by its number: one key, typing, Enter', async () => {
  const owner = await console.server.signIn('owner')
  const { number } = await givenRequest(owner, (await givenBuyer(console.server)).id)
  const page = await console.open('operator', { place: '/organizations' })
  await page.getByRole('heading', { name: 'Organizations' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).waitFor()
  await page.keyboard.type(number.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: number }).waitFor()
})

test('the palette leads to organizations, pages and actions by keyboard alone', async () => {
  const { id } = await givenOrganization(console.server)
  const owner = await console.server.signIn('owner')
  await owner.patch(`/v1/organizations/${id}`, { short_name: 'ООО «Подсолнух»' })
  const page = await console.open('operator', { locale: 'ru-RU', place: '/purchase-requests' })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Найти что угодно' })
  await field.fill('gjlcjkye[')
  await page.getByRole('option', { name: /Подсолнух/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'ООО «Подсолнух»' }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('такого нет нигде')
  await page.getByText('По запросу «такого нет нигде» ничего не найдено').waitFor()
  await field.fill('Новая')
  await page.getByRole('option', { name: 'Новая заявка' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/purchase-requests\/create/)
})

test('the filtered list is exported with two clicks', async () => {
  const owner = await console.server.signIn('owner')
  const { number } = await givenRequest(owner, (await givenBuyer(console.server)).id)
  const page = await console.open('operator', { place: '/purchase-requests' })
  await page.getByRole('link', { name: number }).first().waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('purchase-requests.csv')
  expect(readFileSync(await download.path(), 'utf8')).toContain(number)
})
