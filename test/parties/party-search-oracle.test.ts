import { beforeAll, expect, test } from 'vitest'
import { otherLayout } from '../../contract/values/keyboard-layout.ts'
import { foldWords } from '../../contract/values/text-folding.ts'
import type { Party } from '../../server/features/parties/model/party.ts'
import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { givenOnboarded, givenParty, givenRegister } from '../support/given/party-fixtures.ts'
import { createPlainSearch } from '../support/given/party-oracle.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let reader: Client

/** Difficult names among many ordinary ones. */
const register: Party[] = [
  ...generateParties(1300, 7),
  givenParty({ full_name: 'АО «Альфа-Банк»', short_name: 'Альфа-Банк' }),
  givenParty({ full_name: 'ООО "Альфабанк Сервис"' }),
  givenParty({ full_name: 'ООО "Новый Альфа Банк"', status: 'liquidated' }),
  givenParty({ full_name: "ООО «О'Кей»" }),
  givenParty({ full_name: 'ООО "Ёлка"', director_name: 'Ёжиков Пётр Фёдорович' }),
  givenParty({ full_name: 'ООО "АО"' }),
  givenParty({ full_name: 'ООО "7736 континент"' }),
  givenParty({ full_name: 'LLC "Sberservice"', short_name: 'Sber' }),
  givenParty({ full_name: `ООО "${'Сверхдлинноеназваниебезединогопробела'.repeat(4)}а"` }),
  givenParty({ full_name: `ООО "${'Сверхдлинноеназваниебезединогопробела'.repeat(4)}б"` }),
  givenParty({
    full_name: 'Муниципальное бюджетное общеобразовательное учреждение средняя школа № 5 г. Ейска',
  }),
  givenParty({
    type: 'individual',
    full_name: 'Индивидуальный предприниматель Ким Ян',
    short_name: 'ИП Ким Ян',
  }),
]
// Names that contain the beginning of another party's identifier.
for (const number of [register[0]?.inn.slice(0, 9), register[1]?.ogrn, register[1]?.ogrn.slice(0, 10)]) {
  register.push(givenParty({ full_name: `ООО "Объект ${number}"` }))
}
const two = givenParty({ full_name: 'ООО "Филиальное"', kpp: '770101001' })
register.push(two, { ...two, kpp: '540201001', full_name: 'ООО "Филиальное" Сибирь' })

const organizations: Party[] = [
  givenParty({
    full_name: 'ООО "Только Организация"',
    director_name: 'Неизвестнов Иван',
    source: 'organization',
  }),
  givenParty({ full_name: 'ООО "Альфабанкомат"', source: 'organization' }),
  givenParty({ full_name: 'ООО "Строй"', status: 'bankrupt', source: 'organization' }),
]
const everything = [...register, ...organizations]
const searchPlainly = createPlainSearch(everything)

beforeAll(async () => {
  // With a low limit, some prefixes have posting lists and some have not, as in a large register.
  await givenRegister(server.databaseUrl, register, { commonFrom: 4 })
  for (const party of [...organizations, register[3] as Party]) await givenOnboarded(server, party)
  reader = await server.signIn('auditor')
})

async function expectSameAsPlainSearch(q: string, offset: number): Promise<void> {
  const found = searchPlainly(q)
  const { status, body } = await reader.get(
    `/v1/organizations/search?${new URLSearchParams({ q, limit: '200', offset: String(offset) })}`,
  )
  expect(status).toBe(200)
  expect({ q, total: body.total, total_is_exact: body.total_is_exact }).toEqual({
    q,
    total: Math.min(found.length, 1000),
    total_is_exact: found.length <= 1000,
  })
  expect({ q, items: body.items.map(identity) }).toEqual({
    q,
    items: found
      .slice(0, 1000)
      .slice(offset, offset + 200)
      .map(identity),
  })
}

function identity({ inn, kpp, full_name, source }: Party) {
  return `${inn} ${kpp} ${full_name} ${source}`
}

const letters = 'абвгдежзиклмнопрстуфхцчшыьэюя'

const someParty = fc.constantFrom(...everything)
const wordOf = (party: Party) =>
  fc.constantFrom(
    ...foldWords(
      `${party.full_name} ${party.short_name ?? ''} ${party.director_name ?? ''} ${party.inn} ${party.ogrn}`,
    ),
  )
const prefixOf = (word: string) =>
  fc.integer({ min: 1, max: word.length }).map((length) => word.slice(0, length))
const withTypo = (word: string) =>
  fc
    .tuple(
      fc.nat({ max: word.length }),
      fc.constantFrom(...letters),
      fc.constantFrom('add', 'drop', 'replace', 'swap'),
    )
    .map(([at, letter, how]) => {
      if (how === 'add') return word.slice(0, at) + letter + word.slice(at)
      if (how === 'drop') return word.slice(0, at) + word.slice(at + 1)
      if (how === 'replace') return word.slice(0, at) + letter + word.slice(at + 1)
      return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
    })

const queries = fc.oneof(
  // One to three words of a party in any order, complete or only begun.
  someParty.chain((party) =>
    fc
      .array(
        wordOf(party).chain((word) => fc.oneof(fc.constant(word), prefixOf(word))),
        { minLength: 1, maxLength: 3 },
      )
      .map((words) => words.join(' ')),
  ),
  someParty.chain(wordOf).chain(withTypo),
  someParty.chain((party) =>
    fc.tuple(wordOf(party).chain(withTypo), wordOf(party)).map((words) => words.join(' ')),
  ),
  someParty.chain(wordOf).map((word) => otherLayout(word) ?? word),
  someParty.map((party) => foldWords(party.full_name).slice(-2).join('')),
  someParty.chain(({ inn, ogrn }) => fc.constantFrom(inn, ogrn)).chain(prefixOf),
  fc
    .array(fc.constantFrom(...letters, '1', '7', '77'), { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((q) => q.isWellFormed()),
)

// A word of one letter, dropped by a typo.
const notEmpty = queries.filter((q) => q !== '')

test.runIf(isFull)(
  'the search finds the same parties in the same order as a plain search without an index',
  async () => {
    await fc.assert(
      fc.asyncProperty(notEmpty, fc.constantFrom(0, 0, 0, 150, 900, 1000), expectSameAsPlainSearch),
      { numRuns: runs(30) },
    )
  },
)

const examples = [
  'альфабанк',
  'Альфа-Банк',
  'альфа банк',
  'банк альфа',
  'окей',
  "о'кей",
  'елка',
  'ежиков петр',
  'ао',
  'ООО',
  '7736 конт',
  '7736',
  'sber',
  'ыиук',
  'fkmaf,fyr',
  'рамашка',
  'только организация',
  'толко организация',
  'неизвестнов',
  'строй',
  'школа 5 муниципальное',
  'сверхдлинноеназваниебезединогопробеласверхдлинное',
  'Сверхдлинноеназваниебезединогопробела'.repeat(4),
  `${'Сверхдлинноеназваниебезединогопробела'.repeat(4)}б`,
  'филиальное',
  'ким',
  'а',
  'а б в',
  'аб вг де жз ик лм но пр альфа банк',
  'новый альфаа банк альфа ново новы нов но банк бан',
  '%',
  '_',
  '\\',
  '\u0000',
]

test.each(chosen(16, examples))('%j has the same results as in a plain search', async (q) => {
  await expectSameAsPlainSearch(q, 0)
})
