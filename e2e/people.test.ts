import { expect, test } from 'vitest'
import { givenOrganization } from '../test/support/given/factories.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

test.each(looks)('a chain of owners is entered, changed and removed, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const said = words.people
  const organization = await givenOrganization(console.server)
  const people = `/v1/organizations/${organization.id}/people`
  const owner = await console.server.signIn('owner')
  const page = await console.open('officer', {
    ...look,
    place: `/organizations/${organization.id}/show/people`,
  })
  await page.getByText(said.unexplained).waitFor()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  const fill = (label: string, value: string) => dialog.getByRole('textbox', { name: label }).fill(value)
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const add = async () => {
    await dialog.getByRole('button', { name: said.add, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  // A company between the organization and a person; the share is typed as people type it.
  await page.getByRole('button', { name: said.add_role.owner }).click()
  await choose(said.fields.schema, words.listed_schema.Company)
  await fill(said.fields.company_name, 'ООО «Холдинг»')
  await fill(said.fields.share, '60,5')
  await add()
  await page.getByText('ООО «Холдинг»').first().waitFor()
  await page.getByText(said.owners_missing).waitFor()

  await page.getByRole('button', { name: said.add_role.owner }).click()
  await fill(said.fields.person_name, 'Орлова Вера Павловна')
  const country = dialog.getByRole('combobox', { name: said.fields.citizenship })
  await country.fill('Kazakh')
  await page.getByRole('option', { name: /KZ$/ }).waitFor()
  await country.press('Enter')
  await fill(said.fields.inn, '770123456700')
  await fill(said.fields.share, '50')
  await choose(said.fields.parent_id, 'ООО «Холдинг»')
  await choose(said.fields.document_type, words.identity_document_type.passport)
  await fill(said.fields.document_number, '45 10 123456')
  await dialog.getByRole('button', { name: said.add, exact: true }).click()
  await dialog.getByText(words.faults.inn_check_digit).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  // Closing asks first: what was typed would be lost.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.unsaved.keep }).click()
  await fill(said.fields.inn, '')
  await add()
  const tree = page.getByRole('list', { name: said.tree })
  const percent = look.locale === 'en-US' ? '30.25' : '30,25'
  await tree.getByText(new RegExp(`50.% · ${said.indirect.replace('%{share}', `${percent}.%`)}`)).waitFor()
  await page.getByText(new RegExp(said.sum.replace('%{sum}', '60.5.%'))).waitFor()
  await expectAccessible(page)

  // The number of the document is masked; showing it is recorded.
  await page.getByText('••••3456').waitFor()
  await page.getByRole('button', { name: `${said.show}: Орлова Вера Павловна` }).click()
  await page.getByText('45 10 123456').waitFor()
  const read = (await owner.get('/v1/audit-events?action=person.identity_document_read')).body
  expect(read.items.length).toBeGreaterThan(0)

  // Somebody else saves first; their change is taken, and what was typed is kept.
  console.expectRefusal(409)
  const { items } = (await owner.get(people)).body
  const vera = items.find(({ schema }: { schema: string }) => schema === 'Person')
  await page.getByRole('button', { name: `${said.actions}: Орлова Вера Павловна` }).click()
  await page.getByRole('menuitem', { name: words.action.edit }).click()
  await fill(said.fields.name_latin, 'Orlova Vera')
  expect((await owner.patch(`${people}/${vera.id}`, { birth_date: '1979-02-03' })).status).toBe(200)
  await dialog.getByRole('button', { name: words.action.save }).click()
  await dialog.getByText(words.errors.version_conflict).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: words.action.save }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await owner.get(`${people}/${vera.id}`)).body).toMatchObject({
    name_latin: 'Orlova Vera',
    birth_date: '1979-02-03',
    citizenship: 'KZ',
    share: '50',
    identity_document: { number: '••••3456' },
  })

  // A company through which others own cannot be removed before them.
  await page.getByRole('button', { name: `${said.actions}: ООО «Холдинг»` }).click()
  await page.getByRole('menuitem', { name: said.remove }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByText(words.errors.person_in_use).waitFor()

  // A statement says why owners are not named.
  await page.getByRole('button', { name: said.add_statement }).click()
  await dialog.getByRole('textbox').fill('Акции торгуются на бирже')
  await dialog.getByRole('button', { name: words.action.save }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Акции торгуются на бирже').waitFor()

  const reader = await console.open('operator', {
    ...look,
    place: `/organizations/${organization.id}/show/people`,
  })
  await reader.getByText('••••3456').waitFor()
  expect(await reader.getByRole('button', { name: new RegExp(`^${said.show}: `) }).count()).toBe(0)
})

test.each(looks)(
  'a foreign company is created, with a country of either language, in $locale',
  async (look) => {
    const words = wordsOf(look.locale)
    const fields = words.organization_fields
    const name = `Altyn Dala ${look.locale} LLP`
    const page = await console.open('operator', { ...look, place: '/organizations/create' })
    await page.getByRole('textbox').first().fill(name)
    // There is no register here, and the page says so.
    await page.getByText(words.register.empty, { exact: true }).waitFor()
    await page.getByRole('button', { name: words.onboarding.foreign }).click()
    const fill = (label: string, value: string) =>
      page.getByRole('textbox', { name: label }).first().fill(value)
    expect(await page.getByRole('textbox', { name: fields.full_name }).inputValue()).toBe(name)
    expect(await page.getByRole('textbox', { name: fields.ogrn }).count()).toBe(0)
    await page.getByRole('button', { name: words.onboarding.submit }).click()
    await page.getByText(words.faults.missing).first().waitFor()
    await expectAccessible(page)
    const country = page.getByRole('combobox', { name: fields.country })
    await country.fill(look.locale === 'en-US' ? 'казах' : 'kazakh')
    await page.getByRole('option').first().waitFor()
    await country.press('ArrowDown')
    await country.press('Enter')
    await fill(fields.registration_number, `1901400${look.width}`)
    await fill(fields.lei, '253400V1H6ART1UQ0N99')
    await page.keyboard.press('Tab')
    await page.getByText(words.faults.lei_check_digit).waitFor()
    await fill(fields.lei, '253400V1H6ART1UQ0N98')
    // Not a click: on narrow screens the notification covers the button.
    await page.getByRole('textbox', { name: fields.lei }).press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText(words.organization_type.foreign).first().waitFor()
    await page.getByText(`1901400${look.width}`).first().waitFor()
    await expectAccessible(page)
    await page.goto(console.url('/organizations'))
    await page.getByRole('link', { name }).first().waitFor()
    if (look.width >= 1024) await page.getByText(`KZ 1901400${look.width}`).waitFor()
    await expectAccessible(page)
  },
)
