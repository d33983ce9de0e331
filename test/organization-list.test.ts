import { describe, expect, test } from 'vitest'
import { completeInn, completeOgrn } from '../contract/identifiers.ts'
import type { OrganizationResponse } from '../contract/organizations.ts'
import { foldText } from '../contract/text-folding.ts'
import { type Client, startServer } from './harness.ts'

const server = startServer()

const names: [full: string, short: string | null][] = [
  ['Общество с ограниченной ответственностью «Ромашка»', 'ООО «Ромашка»'],
  ['Общество с ограниченной ответственностью «Альфа-Банк Сервис»', 'ООО «Альфа-Банк Сервис»'],
  ['Акционерное общество «Ёлка и Щётка»', 'АО «Ёлка»'],
  ['ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ "ЗАВОД 1234"', null],
  ['100% Гарантия_качества \\ и точка', 'Гарантия'],
  ['Общество с ограниченной ответственностью «Ромашка плюс»', 'ООО «Ромашка +»'],
  ['Қазақстан Темір Жолы', 'ҚТЖ'],
  ['Smith & Sons O’Neill Ltd', '𝔘nicode 😀 LLC'],
  ['«»', '—'],
]

let officer: Client
const created: OrganizationResponse[] = []

async function all() {
  if (created.length > 0) return created
  officer = await server.signIn('officer')
  for (const [i, [full_name, short_name]] of [...names, ...names, ...names].entries()) {
    const { status, body } = await officer.post('/v1/organizations', {
      inn: completeInn(String(([770_800_000, 540_600_000, 773_612_000][i % 3] as number) + i)),
      ogrn: completeOgrn(String(102_770_000_000 + i * 1_000_003)),
      full_name,
      short_name,
      external_id: ['CRM-', 'crm_x', 'Заказ №'][i % 3] + String(i),
    })
    expect(status).toBe(201)
    created.unshift(body)
  }
  return created
}

async function list(query: Record<string, string>) {
  await all()
  return (await officer.get(`/v1/organizations?${new URLSearchParams(query)}`)).body
}

/** What `q` means, said plainly and slowly. */
function matches(organization: OrganizationResponse, q: string): boolean {
  const folded = foldText(q)
  if (folded === '') return false
  const { full_name, short_name, inn, ogrn, external_id } = organization
  return (
    [full_name, short_name ?? ''].some((name) => foldText(name).includes(folded)) ||
    [inn, ogrn, foldText(external_id ?? '')].some((id) => id.startsWith(folded))
  )
}

describe('without q', () => {
  test('the newest come first, and every offset is a cut of the same order', async () => {
    const ids = (await all()).map(({ id }) => id)
    const whole = await list({})
    expect(whole).toEqual({ items: created, total: ids.length, total_is_exact: true, limit: 50, offset: 0 })
    for (const [limit, offset] of [
      [1, 0],
      [5, 3],
      [7, 21],
      [200, 26],
    ]) {
      const page = await list({ limit: String(limit), offset: String(offset) })
      expect(page.items.map(({ id }: { id: string }) => id)).toEqual(
        ids.slice(offset, (offset as number) + (limit as number)),
      )
      expect(page).toMatchObject({ total: ids.length, total_is_exact: true, limit, offset })
    }
  })

  test.each(['27', '1000', '99999999999999999999'])(
    'beyond the end (%s) is an empty page with the total',
    async (offset) => {
      expect(await list({ offset })).toMatchObject({ items: [], total: 27, total_is_exact: true })
    },
  )

  test.each([
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=201', 'limit', 'less_than_equal'],
    ['limit=x', 'limit', 'int_parsing'],
    ['offset=-1', 'offset', 'greater_than_equal'],
    ['q=', 'q', 'string_too_short'],
    [`q=${'x'.repeat(256)}`, 'q', 'string_too_long'],
  ])('%s is 422', async (query, key, type) => {
    await all()
    expect(await officer.get(`/v1/organizations?${query}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', key], type }] },
    })
  })
})

describe('with q', () => {
  const questions = [
    ...['о', 'р', 'ё', 'щ', 'z', '7', '1', '5', 'қ', '😀', ' '],
    ...['ро', 'оо', '77', '10', 'ел', 'щё', 'ао', 'cr'],
    ...['ооо', 'ром', '773', '102', 'crm', 'ltd', 'ё и', '«а»'],
    ...['ромашка', 'РОМАШКА', '«Ромашка»', 'машк', 'ромашка плюс', 'ромашка+плюс', 'плюс ромашка'],
    ...['альфа банк', 'альфа-банк', 'Альфа‑Банк', 'альфабанк', 'елка и щетка', 'ЁЛКА'],
    ...['общество с ограниченной ответственностью', 'ограниченной ответственностью завод 1234', '1234'],
    ...['7708', '77080', '1027700', '5406', '7736120', 'crm 1', 'CRM-1', 'crm_x1', 'заказ 2', 'ЗАКАЗ №'],
    ...['100%', '%', '_', '\\', '%ром%', 'р_машка', 'качества \\ и', "o'neill", 'oneill', 'unicode', 'темір'],
    ...['ооо ромашка\nооо', 'ничего такого нет', 'ромашка ооо', '\u0000ром', '—', '«»'],
  ]

  test.each(questions)('%j finds what a plain reading finds, in the same order', async (q) => {
    const expected = (await all()).filter((organization) => matches(organization, q))
    const found = await list({ q })
    expect(found.items.map(({ full_name }: OrganizationResponse) => full_name)).toEqual(
      expected.map(({ full_name }) => full_name),
    )
    expect(found).toMatchObject({ items: expected, total: expected.length, total_is_exact: true })
  })

  test('pages of a search are cuts of the same order', async () => {
    const ids = (await list({ q: 'общество' })).items.map(({ id }: { id: string }) => id)
    expect(ids.length).toBeGreaterThan(10)
    const page = await list({ q: 'общество', limit: '4', offset: '5' })
    expect(page.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(5, 9))
    expect(page.total).toBe(ids.length)
    expect(await list({ q: 'общество', offset: '500' })).toMatchObject({ items: [], total: ids.length })
  })

  test('a changed name is found under the new one and no longer under the old one', async () => {
    await all()
    const { body } = await officer.post('/v1/organizations', {
      inn: '7707083893',
      ogrn: '1027700132195',
      full_name: 'ООО «Временное»',
    })
    await officer.patch(`/v1/organizations/${body.id}`, {
      full_name: 'ООО «Постоянное»',
      external_id: 'вечный',
    })
    const found = async (q: string) => (await list({ q })).items.map(({ id }: { id: string }) => id)
    expect(await found('временное')).toEqual([])
    expect(await found('постоянное')).toEqual([body.id])
    expect(await found('вечн')).toEqual([body.id])
  })
})
