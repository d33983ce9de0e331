import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { completeInn, completeOgrn } from '../../contract/values/identifiers.ts'
import { foldText } from '../../contract/values/text-folding.ts'
import { createGramCounting } from '../../server/features/organizations/gram-counting.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { type Client, startServer } from '../support/service/harness.ts'

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
  // The rows lie on both sides of a border between two blocks of the search.
  await server.db
    .updateTable('organization_counter')
    .set({ total: 2 * 16_384 - 14 })
    .execute()
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
  // Before anything is counted, the newest rows are read one by one; from here on the index is used.
  expect(await counting().countIfGrown()).toBe(true)
  return created
}

function counting() {
  return createGramCounting({ db: server.db })
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
    [inn ?? '', ogrn ?? '', foldText(external_id ?? '')].some((id) => id.startsWith(folded))
  )
}

const questions = [
  ...['о', 'р', 'ё', 'щ', 'z', '7', '1', '5', 'қ', '😀', ' '],
  ...['ро', 'оо', '77', '10', 'ел', 'щё', 'ао', 'cr'],
  ...['ооо', 'ром', '773', '102', 'crm', 'ltd', 'ё и', '«а»'],
  ...['ромашка', 'РОМАШКА', '«Ромашка»', 'машк', 'ромашка плюс', 'ромашка+плюс', 'плюс ромашка'],
  ...['альфа банк', 'альфа-банк', 'Альфа‑Банк', 'альфабанк', 'елка и щетка', 'ЁЛКА'],
  ...['общество с ограниченной ответственностью', 'ограниченной ответственностью завод 1234', '1234'],
  // Across a space, with and without three characters on either side of it.
  ...[
    'с общество',
    'о ромашка',
    'ооо ромашка',
    'ство с ограниченной',
    'ка плюс',
    'ка пл',
    'а п',
    'ооо  ромашка',
  ],
  ...['7708', '77080', '1027700', '5406', '7736120', 'crm 1', 'CRM-1', 'crm_x1', 'заказ 2', 'ЗАКАЗ №'],
  ...['100%', '%', '_', '\\', '%ром%', 'р_машка', 'качества \\ и', "o'neill", 'oneill', 'unicode', 'темір'],
  ...['ооо ромашка\nооо', 'ничего такого нет', 'ромашка ооо', '\u0000ром', '—', '«»'],
]

test.each(chosen(25, questions))('%j finds the same as a plain search, in the same order', async (q) => {
  const expected = (await all()).filter((organization) => matches(organization, q))
  const found = await list({ q })
  expect(found.items.map(({ full_name }: OrganizationResponse) => full_name)).toEqual(
    expected.map(({ full_name }) => full_name),
  )
  expect(found).toMatchObject({ items: expected, total: expected.length, total_is_exact: true })
})

test('any part of a name and any prefix of an id finds the same as a plain search', async () => {
  const texts = (await all()).flatMap(({ full_name, short_name, inn, ogrn, external_id }) => [
    full_name,
    short_name ?? full_name,
    inn as string,
    ogrn as string,
    external_id as string,
  ])
  const pieces = fc
    .tuple(fc.constantFrom(...texts), fc.nat(60), fc.integer({ min: 1, max: 30 }))
    .map(([text, start, size]) => [...text].slice(start % text.length, (start % text.length) + size).join(''))
    .filter((piece) => piece !== '')
  await fc.assert(
    fc.asyncProperty(pieces, async (q) => {
      const expected = created.filter((organization) => matches(organization, q)).map(({ id }) => id)
      expect((await list({ q })).items.map(({ id }: { id: string }) => id)).toEqual(expected)
    }),
    { numRuns: runs(20) },
  )
})

test('pages of a search are parts of the same order', async () => {
  const ids = (await list({ q: 'общество' })).items.map(({ id }: { id: string }) => id)
  expect(ids.length).toBeGreaterThan(10)
  const page = await list({ q: 'общество', limit: '4', offset: '5' })
  expect(page.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(5, 9))
  expect(page.total).toBe(ids.length)
  for (const offset of ['500', '3000000000', '99999999999999999999']) {
    expect(await list({ q: 'общество', offset })).toMatchObject({ items: [], total: ids.length })
  }
})

test.runIf(isFull)('a text that counts as common is found in the newest rows and behind them', async () => {
  await all()
  // More numbers than are read one by one lie between the old rows and the new ones.
  await sql`update organization_counter set total = total + 5000`.execute(server.db)
  for (const [i, [full_name, short_name]] of names.entries()) {
    const { body } = await officer.post('/v1/organizations', {
      inn: completeInn(String(660_100_000 + i)),
      ogrn: completeOgrn(String(102_660_000_000 + i)),
      full_name,
      short_name,
    })
    created.unshift(body)
  }
  // Every text is as frequent as a sample of nothing says.
  await sql`update organization_gram_sample set sampled = 0`.execute(server.db)
  for (const q of questions) {
    const expected = created.filter((organization) => matches(organization, q)).map(({ id }) => id)
    expect(
      (await list({ q })).items.map(({ id }: { id: string }) => id),
      q,
    ).toEqual(expected)
  }
  await sql`update organization_gram_sample set sampled = 1000000`.execute(server.db)
  for (const q of questions) {
    const expected = created.filter((organization) => matches(organization, q)).map(({ id }) => id)
    expect(
      (await list({ q })).items.map(({ id }: { id: string }) => id),
      q,
    ).toEqual(expected)
  }
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

test('grams are counted again when there are half as many organizations more', async () => {
  await all()
  expect(await counting().countIfGrown()).toBe(false)
  await sql`update organization_gram_sample set total = total / 2`.execute(server.db)
  expect(await counting().countIfGrown()).toBe(true)
})

test('the index can be rebuilt, as a restored backup does', async () => {
  const before = await list({ q: 'ромашка' })
  await sql`reindex index organization_search_keys`.execute(server.db)
  expect(await list({ q: 'ромашка' })).toEqual(before)
})

test.runIf(isFull)('counting stops after 1,000 hits, and later pages still work', async () => {
  await all()
  await sql`
    with made as (
      insert into organizations (id, type, inn, ogrn, full_name, registry_status, source, created_at, updated_at, created_by)
      select gen_random_uuid(), 'legal', '9' || lpad(i::text, 9, '0'), '1' || lpad(i::text, 12, '0'), 'Массовое ' || i,
        'active', 'manual', now(), now(), 'test'
      from generate_series(1, 1100) as i
      returning seq, inn, ogrn, full_name
    )
    insert into organization_search (seq, names, inn, ogrn) select seq, lower(full_name), inn, ogrn from made
  `.execute(server.db)
  const names = (page: { items: OrganizationResponse[] }) => page.items.map(({ full_name }) => full_name)

  const first = await list({ q: 'массовое', limit: '2' })
  expect(first).toMatchObject({ total: 1000, total_is_exact: false })
  expect(names(first)).toEqual(['Массовое 1100', 'Массовое 1099'])
  const deep = await list({ q: 'массовое', limit: '2', offset: '1050' })
  expect(deep).toMatchObject({ total: 1052, total_is_exact: false })
  expect(names(deep)).toEqual(['Массовое 50', 'Массовое 49'])
  const last = await list({ q: 'массовое', limit: '50', offset: '1090' })
  expect(last).toMatchObject({ total: 1100, total_is_exact: true })
  expect(names(last)).toHaveLength(10)
  expect(await list({ q: 'массовое 110' })).toMatchObject({ total: 2, total_is_exact: true })
})
