import { beforeAll, describe, expect, test } from 'vitest'
import { otherLayout } from '../../contract/values/keyboard-layout.ts'
import { deletions, isOneTypoAway } from '../../server/features/parties/model/typo.ts'
import { matchOf } from '../../server/features/parties/search/highlight.ts'
import { queryWords } from '../../server/features/parties/search/party-query.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { givenOnboarded, givenParty, givenRegister } from '../support/given/party-fixtures.ts'
import { distance } from '../support/given/party-oracle.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let reader: Client

const gazprom = givenParty({
  inn: '7736050003',
  ogrn: '1027700070518',
  full_name: 'ПАО "Газпром"',
  kpp: '781401001',
})
const closed = givenParty({
  full_name: 'ООО "Газпром"',
  status: 'liquidated',
  liquidation_date: '2020-02-03',
})
const neft = givenParty({ full_name: 'ООО "Газпром нефть"', director_name: 'Дюков Александр Валерьевич' })
const bank = givenParty({ full_name: 'Банк "Новый Газпром"' })

beforeAll(async () => {
  await givenRegister(server.databaseUrl, [closed, bank, neft, gazprom])
  reader = await server.signIn('auditor')
})

async function search(q: string, more: Record<string, string> = {}) {
  const reply = await reader.get(`/v1/organizations/search?${new URLSearchParams({ q, ...more })}`)
  expect(reply.status).toBe(200)
  return reply.body
}

describe('over HTTP', () => {
  test('names that begin with the query come first, then other words; liquidated parties are last in each class', async () => {
    expect(await search('газпром')).toMatchObject({
      total: 4,
      total_is_exact: true,
      limit: 50,
      offset: 0,
      items: [
        {
          full_name: 'ПАО "Газпром"',
          status: 'active',
          match: { field: 'name', highlight: 'ПАО "⟦Газпром⟧"' },
        },
        { full_name: 'ООО "Газпром нефть"' },
        { full_name: 'ООО "Газпром"', status: 'liquidated', liquidation_date: '2020-02-03' },
        { full_name: 'Банк "Новый Газпром"' },
      ],
    })
  })

  test.each([
    ['7736 газ', 'name', 'ПАО "⟦Газ⟧пром"'],
    ['77360', 'inn', '⟦77360⟧50003'],
    ['7736050003', 'inn', '⟦7736050003⟧'],
    ['7736 050 003', 'inn', '⟦7736050003⟧'],
    ['10277000705', 'ogrn', '⟦10277000705⟧18'],
    ['дюков газпром', 'name', 'ООО "⟦Газпром⟧ нефть"'],
    ['дюков', 'director', '⟦Дюков⟧ Александр Валерьевич'],
    ['нефть газ', 'name', 'ООО "⟦Газ⟧пром ⟦нефть⟧"'],
    ['газпромнефть', 'name', 'ООО "⟦Газпром⟧ ⟦нефть⟧"'],
    ['газпрм нефть', 'name', 'ООО "⟦Газпром⟧ ⟦нефть⟧"'],
    ['ltrjd', 'director', null],
    ['l.rjd', 'director', '⟦Дюков⟧ Александр Валерьевич'],
  ])('%s matches the %s', async (q, field, highlight) => {
    const { items } = await search(q)
    if (highlight === null) expect(items).toEqual([])
    else expect(items[0]?.match).toEqual({ field, highlight })
  })

  test('a party that was onboarded without KPP has the id of its organization', async () => {
    const { id } = await givenOnboarded(server, { ...gazprom, kpp: null })
    expect((await search('7736050003')).items).toMatchObject([{ organization_id: id, kpp: '781401001' }])
    expect((await search('дюков')).items).toMatchObject([{ organization_id: null }])
  })

  test('pages are consecutive and end with the last result', async () => {
    const all = (await search('газпром')).items
    const pages = [
      await search('газпром', { limit: '3' }),
      await search('газпром', { limit: '3', offset: '3' }),
    ]
    expect(pages.flatMap(({ items }) => items)).toEqual(all)
    expect(await search('газпром', { offset: '1000' })).toMatchObject({ items: [], total: 4 })
  })

  test.each(['ооо', '«»', '   ', '%', "'"])('%j contains no word and finds nothing', async (q) => {
    expect(await search(q)).toMatchObject({ items: [], total: 0, total_is_exact: true })
  })

  test('invalid parameters and anonymous callers are refused', async () => {
    for (const query of ['', 'q=', `q=${'а'.repeat(256)}`, 'q=а&limit=0', 'q=а&limit=201', 'q=а&offset=-1']) {
      expect((await reader.get(`/v1/organizations/search?${query}`)).status).toBe(422)
    }
    expect((await server.anonymous.get('/v1/organizations/search?q=a')).status).toBe(401)
  })
})

test('text is converted to the other keyboard layout in both directions', () => {
  expect(otherLayout('hjvfirf')).toBe('ромашка')
  expect(otherLayout('[jkjlbkmybr')).toBe('холодильник')
  expect(otherLayout('ыиук')).toBe('sber')
  expect(otherLayout('ромашка rus')).toBeUndefined()
  expect(otherLayout('7736')).toBeUndefined()
})

const word = fc.string({ unit: fc.constantFrom(...'абвг'), minLength: 1, maxLength: 7 })

test('words are one typo apart if their distance is one', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(isOneTypoAway(a, b)).toBe(distance(a, b) === 1)
    }),
    { numRuns: runs(3000) },
  )
})

test('words that are one typo apart have a deletion in common', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      fc.pre(distance(a, b) === 1)
      expect(deletions(a).some((form) => deletions(b).includes(form))).toBe(true)
    }),
  )
})

test.each([
  ['ООО "О’Кей-Сервис"', 'окей сер', 'ООО "⟦О⟧’⟦Кей⟧-⟦Сер⟧вис"'],
  ['ООО «Тои\u0306ота»', 'той', 'ООО «⟦Тои\u0306⟧ота»'],
  ['ООО "Ёлки ⟦и⟧ палки"', 'елки', 'ООО "⟦Ёлки⟧ и палки"'],
  ['<b>ООО</b> "Икс"', 'икс', '<b>ООО</b> "⟦Икс⟧"'],
  ['АО "Арт"', 'а', 'АО "⟦А⟧рт"'],
  ['ООО "Икс"', 'зет', 'ООО "Икс"'],
  ['АО "Ао-строй"', 'ао стро', 'АО "Ао-⟦стро⟧й"'],
  ['Школа №5', '5', 'Школа №⟦5⟧'],
])('in %s, the match of %s is highlighted', (full_name, q, highlight) => {
  const party = givenParty({ full_name, inn: '9900000000', ogrn: '1020000000000' })
  expect(matchOf(party, [queryWords(q)]).highlight).toBe(highlight)
})
