import { beforeAll, describe, expect, test } from 'vitest'
import * as parts from '../../server/features/parties/synthetic/name-parts.ts'
import {
  buildScreeningIndex,
  leastRecorded,
  type ScreeningIndex,
  threshold,
} from '../../server/features/screening/matching/screening-index.ts'
import { completeEntry, type ListEntry } from '../../server/features/screening/model/entry.ts'
import { scaled } from '../support/cases/scale.ts'
import { toLatin } from './latin.ts'

/** Invented people: usual and rare surnames, such that look like patronymics, and such that are given names. */
interface Listed {
  surname: string
  given: string
  patronymic: string
  born: string
}
const rare = ['Хрисанфов', 'Ляшкевич', 'Тимошевич', 'Мартин', 'Бжания', 'Ёлкин-Щукин', 'Цой', 'Юмашев']
const people: Listed[] = Array.from({ length: scaled(60, 600) }, (_, at) => {
  const surnames = [...rare, ...parts.surnames]
  const [given] = parts.firstNames[(at * 7) % parts.firstNames.length] as (typeof parts.firstNames)[number]
  const [, , patronymic] = parts.firstNames[
    (at * 5 + 3) % parts.firstNames.length
  ] as (typeof parts.firstNames)[number]
  const born = new Date(Date.UTC(1950, 0, 1 + at * 37)).toISOString().slice(0, 10)
  return { surname: surnames[at % surnames.length] as string, given, patronymic, born }
})

function entryOf(id: string, name: string, born: string, countries: string[] = []): ListEntry {
  return completeEntry({
    id,
    schema: 'Person',
    names: [{ name, weak: false }],
    birthDates: [{ from: born, to: born, circa: false }],
    countries,
    identifiers: [],
    addresses: [],
    programs: [],
  }) as ListEntry
}

const scoreOf = (index: ScreeningIndex, id: string, name: string, birthDate: string, countries?: string[]) =>
  index
    .search({ schema: 'Person', names: [name], birthDate, countries }, leastRecorded)
    .find(({ entry }) => entry.id === id)?.score ?? 0

describe.each([
  [
    'as lists write it, in Latin letters',
    toLatin,
    (one: Listed, more: string) => `${one.surname.toUpperCase()}, ${one.given} ${more}`,
  ],
  [
    'as a national list writes it',
    (text: string) => text,
    (one: Listed, more: string) => `${one.surname} ${one.given} ${more}`,
  ],
])('an entry %s', (_what, spell, write) => {
  let withPatronymic: ScreeningIndex
  let without: ScreeningIndex
  beforeAll(async () => {
    const build = (more: (one: Listed) => string) =>
      buildScreeningIndex(
        people.map((one, at) => entryOf(String(at), spell(write(one, more(one)).trim()), one.born, ['us'])),
      )
    withPatronymic = await build(({ patronymic }) => patronymic)
    without = await build(() => '')
  })

  test('blocks who has the surname, the given name and the birth date, with the patronymic on one side only', () => {
    const below: string[] = []
    for (const [at, { surname, given, patronymic, born }] of people.entries()) {
      const names = [
        [withPatronymic, `${surname} ${given}`],
        [withPatronymic, `${given} ${surname}`],
        [without, `${surname} ${given} ${patronymic}`],
        [without, `${given} ${patronymic} ${surname}`],
      ] as const
      // Another country speaks against, and does not help.
      for (const [index, name] of names)
        for (const written of [name, toLatin(name)])
          if (scoreOf(index, String(at), written, born, ['ru']) < threshold) below.push(`${written} ${born}`)
    }
    expect(below).toEqual([])
  })

  test('is recorded for who has the surname and the birth date, whatever else the name says', () => {
    const scores = people.map(({ surname, born }, at) =>
      scoreOf(withPatronymic, String(at), `${surname} Бонифатий Ермолаевич`, born),
    )
    expect(people.filter((_, at) => (scores[at] as number) < leastRecorded)).toEqual([])
    // A brother is looked at, and stops nobody, unless the surname is of two words that are both equal.
    const blocked = people.filter((_, at) => (scores[at] as number) >= threshold)
    expect(blocked.filter(({ surname }) => !surname.includes('-'))).toEqual([])
  })

  test('is not found by the given name and the birth date alone, nor by another date', () => {
    const { surname, given, born } = people[0] as Listed
    expect(scoreOf(withPatronymic, '0', `Кожемяченко ${given}`, born)).toBe(0)
    expect(scoreOf(withPatronymic, '0', `${surname} Бонифатий`, '1990-01-01')).toBe(0)
  })
})

test('however many others share the birth date and the words', async () => {
  const born = '1970-01-01'
  const crowd = Array.from({ length: 1_000 }, (_, at) =>
    entryOf(`c${at}`, `${parts.surnames[at % parts.surnames.length]} Иван Иванович`, born),
  )
  const index = await buildScreeningIndex([...crowd, entryOf('one', 'ИВАНОВСКИЙ, Иван', born)])
  expect(scoreOf(index, 'one', 'Ивановский Иван Петрович', born)).toBeGreaterThanOrEqual(threshold)
})

test.each([
  ['LYASHKEVICH, Viktor', 'Ляшкевич Виктор Фёдорович'],
  ['Ляшкевич Виктор Фёдорович', 'Ляшкевич Виктор'],
  ['طارق بنزيما', 'Tariq Benzema Petrovich'],
  ['יוסי כהן', 'Yossi Kohen Petrovich'],
  ['王小明', '王小明 彼得'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ, Γιώργος', 'Papadopoulos Giorgos Ivanovich'],
])('in any script, and with a surname that looks like a patronymic: %s and %s', async (listed, own) => {
  const index = await buildScreeningIndex([entryOf('one', listed, '1965-05-06')])
  expect(scoreOf(index, 'one', own, '1965-05-06')).toBeGreaterThanOrEqual(threshold)
})
