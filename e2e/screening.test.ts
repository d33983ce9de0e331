import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listSearch } from '../console/views/list-place.ts'
import type { ScreeningHitResponse } from '../contract/organizations/screening.ts'
import { givenBuyer, givenRequest, review } from '../test/support/given/given-purchase-request.ts'
import { expectAccessible, looks, settled, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const confirmed = listSearch({ filters: { status: 'confirmed' }, sort: null })
const console = startConsole()

const csvFile = (name: string, rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([...rows, ''].join('\n')),
})

const header = 'id,schema,name,aliases,birth_date,countries,inn,programs'

/** Each language has people of its own: both look at the same service. */
const listed = {
  'en-US': {
    list: 'house-en',
    names: ['Гордиенко Захар Лукич', 'Кудрявцев Прохор Фомич', 'Дербенёв Савва Ильич'],
    strangers: ['Ozolins Gunars', 'Virtanen Aapo', 'Papadakis Stelios'],
  },
  'ru-RU': {
    list: 'house-ru',
    names: ['Белозерцев Аристарх Львович', 'Чернобаев Викентий Карпович', 'Шаповалов Мирон Игнатьевич'],
    strangers: ['Kowalczyk Zdzislaw', 'Lindqvist Torbjorn', 'Nakamura Haruto'],
  },
} as const

function rowsOf({ names, strangers }: (typeof listed)['en-US' | 'ru-RU']): string[] {
  return [
    header,
    ...names.map((name, index) => `P${index},Person,${name},,196${index}-03-14,ru,,EXAMPLE`),
    ...strangers.map((name, index) => `S${index},Person,${name},,1950,,,EXAMPLE`),
    'P9,Company,,,,ru,,EXAMPLE',
  ]
}

test.each(looks)('a list is imported, replaced and looked at, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const said = words.screening
  const given = listed[look.locale]
  const page = await console.open('owner', { ...look, place: '/screening-lists' })
  await settled(page)
  await page.getByRole('button', { name: said.import }).first().click()
  const dialog = page.getByRole('dialog')
  const importing = dialog.getByRole('button', { name: said.import_submit, exact: true })
  await importing.click()
  await dialog.getByText(said.choose_files_first).waitFor()
  await dialog.getByText(said.list_name_wrong).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('combobox', { name: said.list_name }).fill(given.list)
  const files = page.locator('input[data-kind="screening-list"]')
  await files.setInputFiles([csvFile('list.csv', rowsOf(given))])
  await importing.click()
  await dialog.getByText(said.import_done.replace('%{list}', given.list)).waitFor()
  await dialog.getByText(said.rejected_row.replace('%{file}', 'list.csv').replace('%{line}', '8')).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: words.action.close }).click()
  await page.getByText(given.list, { exact: true }).first().waitFor()
  await page.getByText(words.list_state.current).first().waitFor()
  await expectAccessible(page)

  // A list that has lost most of its entries is published only if somebody says so.
  console.expectRefusal(409)
  await page.getByRole('button', { name: said.import }).first().click()
  await dialog.getByRole('combobox', { name: said.list_name }).fill(given.list)
  await files.setInputFiles([csvFile('short.csv', rowsOf(given).slice(0, 4))])
  await importing.click()
  await dialog.getByText(said.shrunk_help).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: said.publish_anyway }).click()
  await dialog.getByText(said.import_done.replace('%{list}', given.list)).waitFor()
  await dialog.getByRole('button', { name: words.action.close }).click()

  // Everybody may look somebody up; only owners import.
  const reader = await console.open('auditor', { ...look, place: '/screening-lists' })
  await reader.getByText(given.list, { exact: true }).first().waitFor()
  expect(await reader.getByRole('button', { name: said.import }).count()).toBe(0)
  await reader.goto(console.url('/screening-check'))
  await reader.getByRole('button', { name: said.check_submit }).click()
  await reader.getByText(words.faults.missing).waitFor()
  await reader.getByRole('textbox', { name: said.check_name }).fill(given.names[0])
  await reader.getByRole('textbox', { name: said.check_birth_date }).fill('1960')
  await reader.getByRole('button', { name: said.check_submit }).click()
  await reader.getByRole('heading', { name: given.names[0] }).waitFor()
  await reader.getByText(words.screening_reason.name_equal.split(':')[0] ?? '').waitFor()
  await expectAccessible(reader)
  await reader.getByRole('textbox', { name: said.check_name }).fill('Zzyzx Qwrtp')
  await reader.getByRole('textbox', { name: said.check_birth_date }).fill('')
  await reader.getByRole('button', { name: said.check_submit }).click()
  await reader.getByText(said.check_nothing).waitFor()
})

test.each(looks)('hits are decided by keyboard, one after the other, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const said = words.screening
  const given = listed[look.locale]
  const owner = await console.server.signIn('owner')
  const form = new FormData()
  form.set('list', given.list)
  form.set('file', new File([rowsOf(given).join('\n')], 'list.csv'))
  expect((await owner.post('/v1/screening/lists', form)).status).toBe(201)
  const organization = await givenBuyer(console.server)
  const request = await givenRequest(owner, organization.id, {}, review)
  // The first has no birth date, the second that of the list, and the third another one, which makes it weak.
  const born = [null, '1961-03-14', '1985-07-01']
  for (const [index, name] of given.names.entries()) {
    const person = { role: 'owner', schema: 'Person', name, birth_date: born[index], citizenship: 'RU' }
    const added = await owner.post(`/v1/organizations/${organization.id}/people`, person)
    expect(added.status).toBe(201)
  }

  // The request says what blocks it, with a link to the hit.
  const page = await console.open('officer', { ...look, place: `/purchase-requests/${request.id}/show` })
  const blocker = words.blocker.screening_hit.replace('%{subject}', given.names[1])
  await page.getByRole('link', { name: blocker }).waitFor()

  await page.goto(console.url(`/organizations/${organization.id}/show`))
  await page.getByText(words.party_state.hit).first().waitFor()
  await expectAccessible(page)

  await page.goto(
    console.url(`/screening-hits${listSearch({ filters: { status: 'open', list: given.list } })}`),
  )
  await page.getByText(given.names[2]).first().waitFor()
  await expectAccessible(page)
  await listOf(page, words).open(page.getByRole('link', { name: new RegExp(given.names[2]) }))
  const at = (name: string) => page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor()
  await at(given.names[2])
  await page.getByText(words.screening_reason.birth_date_differs.split(':')[0] ?? '').waitFor()
  await page.getByText(words.row_agreement.agrees).first().waitFor()
  await expectAccessible(page)

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(words.hit_key.dismiss).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await at(given.names[1])
  await page.keyboard.press('k')
  await at(given.names[2])

  // A dismissal needs a reason; a usual one is picked and completed.
  await page.keyboard.press('d')
  await dialog.getByRole('button', { name: said.dismiss, exact: true }).click()
  await dialog.getByText(words.faults.missing).waitFor()
  await dialog.getByRole('button', { name: words.quick_reason.other_birth_date.label }).click()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('End')
  await page.keyboard.type(' 1985.')
  await dialog.getByRole('button', { name: said.dismiss, exact: true }).click()
  // On to the next one that waits.
  await at(given.names[1])
  await page.keyboard.press('c')
  const warning = said.confirm_suspends.split('%{organization}')[1]?.trim() ?? ''
  await dialog.getByText(warning).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('textbox', { name: said.reason }).fill('Паспорт тот же')
  await dialog.getByRole('button', { name: said.confirm, exact: true }).click()
  await at(given.names[0])
  expect((await owner.get(`/v1/organizations/${organization.id}`)).body).toMatchObject({
    kyb_status: 'suspended',
    kyb_reason: 'sanctions',
  })

  // The last one: after it, the queue says that nothing waits.
  await page.keyboard.press('d')
  await dialog.getByRole('textbox', { name: said.reason }).fill('Другой человек')
  await dialog.getByRole('button', { name: said.dismiss, exact: true }).click()
  await page.getByText(words.empty.nothing_found).waitFor()
  const { items } = (await owner.get(`/v1/screening/hits?organization_id=${organization.id}`)).body
  const decided = (items as ScreeningHitResponse[]).map(({ subject, status, reason }) => [
    subject.name,
    status,
    reason,
  ])
  expect(decided).toEqual(
    expect.arrayContaining([
      [given.names[0], 'dismissed', 'Другой человек'],
      [given.names[1], 'confirmed', 'Паспорт тот же'],
      [given.names[2], 'dismissed', `${words.quick_reason.other_birth_date.text} 1985.`],
    ]),
  )

  // What was dismissed is not shown as if nothing had been found.
  await page.goto(console.url(`/organizations/${organization.id}/show`))
  const dismissed = words.party_state.dismissed.split(' |||| ')[0]?.replace('%{smart_count}', '1') ?? ''
  await page.getByText(dismissed, { exact: true }).first().waitFor()
  await page.getByRole('link', { name: given.names[0] }).first().waitFor()

  // A suspended organization says why, and its checklist leads to the hit.
  await page.goto(console.url(`/organizations/${organization.id}/show`))
  await page.getByText(words.kyb.sanctions).waitFor()
  const toHit = words.blocker.screening_hit_confirmed.replace('%{subject}', given.names[1])
  await page.getByRole('link', { name: toHit }).first().click()
  await at(given.names[1])
  await page.getByText('Паспорт тот же').waitFor()
})

test.each(looks)(
  'a hit ends by a decision only, and an exposed person asks for one to go on, in $locale',
  async (look) => {
    const words = wordsOf(look.locale)
    const said = words.screening
    const name = { 'en-US': 'Хрисанфов Ермолай Саввич', 'ru-RU': 'Пустовойтов Игнат Карпович' }[look.locale]
    const list = `exposed-${look.locale.toLowerCase()}`
    const owner = await console.server.signIn('owner')
    const form = new FormData()
    form.set('list', list)
    form.set('kind', 'pep')
    form.set('file', new File([`${header}\nE1,Person,${name},,1961-03-14,ru,,EXAMPLE\n`], 'list.csv'))
    expect((await owner.post('/v1/screening/lists', form)).status).toBe(201)
    const { id } = await givenBuyer(console.server)
    const person = { role: 'owner', schema: 'Person', name, birth_date: '1961-03-14' }
    const added = await owner.post(`/v1/organizations/${id}/people`, person)
    expect((await owner.delete(`/v1/organizations/${id}/people/${added.body.id}`)).status).toBe(200)

    // The organization still names who was removed, and leads to the hit, which says why it is kept.
    const page = await console.open('officer', { ...look, place: `/organizations/${id}/show` })
    await page.getByText(said.removed_party).first().waitFor()
    const { items } = (await owner.get(`/v1/screening/hits?organization_id=${id}`)).body
    await page.goto(console.url(`/screening-hits/${items[0].id}/show${confirmed}`))
    await page.getByText(said.kept.party_removed).waitFor()
    await page.getByText(words.list_kind.pep).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: said.confirm, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(said.confirm_pep.replace('%{organization}', items[0].organization_name)).waitFor()
    await dialog.getByRole('textbox', { name: said.reason }).fill('Депутат')
    await dialog.getByRole('button', { name: said.confirm, exact: true }).click()
    await page.goto(console.url(`/screening-hits/${items[0].id}/show${confirmed}`))
    await page.getByText(said.blocks_pep).waitFor()
    await page.getByRole('button', { name: said.continue, exact: true }).click()
    await dialog.getByRole('textbox', { name: said.reason }).fill('Источник средств проверен')
    await expectAccessible(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: said.continue, exact: true }).click()
    await page.getByText(said.done_continue).waitFor()
    await page.getByText(said.blocks_not).waitFor()
    expect((await owner.get(`/v1/organizations/${id}`)).body.kyb_status).toBe('approved')

    // The person was removed: the hit can be closed, which says nothing about the match.
    await page.getByRole('button', { name: said.close, exact: true }).click()
    await dialog.getByRole('textbox', { name: said.reason }).fill('Вышел из состава владельцев')
    await expectAccessible(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: said.close, exact: true }).click()
    await page.getByText(said.done_closed, { exact: true }).waitFor()
    await page.getByText(said.was_closed.split('%{who}')[0] ?? '').waitFor()
    await page.getByText(words.hit_closed_reason.subject_removed).waitFor()
    expect(await page.getByRole('button', { name: said.reopen }).count()).toBe(0)
  },
)

test('auditors export who was screened', async () => {
  const { screening: said } = wordsOf('en-US')
  const page = await console.open('auditor', { place: '/screening-hits' })
  await page.getByRole('button', { name: said.export }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: said.export }).click(),
  ])
  expect(download.suggestedFilename()).toBe('screening.csv')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^party_kind,/)
  const operator = await console.open('operator', { place: '/screening-hits' })
  await settled(operator)
  expect(await operator.getByRole('button', { name: said.export }).count()).toBe(0)
})
