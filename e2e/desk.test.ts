import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenOrganization } from '../test/support/given/factories.ts'
import { accessibilityFaults, startConsole } from './harness.ts'

const console = startConsole()

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

test('the palette says which part of the search is being built after an upgrade', async () => {
  const { db, service } = console.server
  await sql`delete from migrations where name = '0062_organizations_by_lei.sql'`.execute(db)
  await service.indexes.look()
  const page = await console.open('operator', { locale: 'ru-RU', place: '/purchase-requests' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Найти что угодно' }).fill('253400V1H6ART1UQ0N98')
  await page.getByText('По коду LEI организации пока не находятся').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a link to another search is not undone by the one before', async () => {
  const link = (q: string) => `/organizations?filter=${encodeURIComponent(JSON.stringify({ q }))}`
  const page = await console.open('operator', { place: link('первая') })
  const field = page.getByRole('textbox', { name: 'Name, INN, OGRN or external ID' })
  await expect.poll(() => field.inputValue()).toBe('первая')
  await page.goto(console.url(link('вторая')))
  await expect.poll(() => field.inputValue()).toBe('вторая')
  await field.fill('третья')
  await expect.poll(() => decodeURIComponent(page.url())).toContain('"q":"третья"')
  expect(await field.inputValue()).toBe('третья')
})
