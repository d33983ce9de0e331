import { beforeAll, describe, expect, test } from 'vitest'
import { fillUp } from '../../bench/screening-data.ts'
import { prepareName } from '../../server/features/screening/matching/prepare-name.ts'
import {
  buildScreeningIndex,
  type ScreeningIndex,
} from '../../server/features/screening/matching/screening-index.ts'
import { completeEntry, type ListEntry } from '../../server/features/screening/model/entry.ts'
import type { Subject } from '../../server/features/screening/model/subject.ts'
import { fc } from '../support/cases/properties.ts'
import { isFull } from '../support/cases/scale.ts'

const patterns = [
  'VESELKOV, Arkadiy Timofeevich',
  'Tawfiq bin Salim al-Qudrami',
  '王小明',
  'سعيد القدرمي',
  'KRUGLOV, Arkhip',
  'SOSNOR, Makar',
].map(
  (name, at) =>
    completeEntry({
      id: `${at}`,
      schema: 'Person',
      names: [{ name, weak: false }],
      birthDates: [],
      countries: [],
      identifiers: [],
      addresses: [],
      programs: [],
    }) as ListEntry,
)
let index: ScreeningIndex

beforeAll(async () => {
  index = await buildScreeningIndex(fillUp(patterns, 2_000, 1))
})

const hostile: Record<string, string> = {
  'one word of 10,000 letters': 'ab'.repeat(5_000),
  '10,000 signs without a space': '王'.repeat(10_000),
  '500 words of the list': 'Arkadiy Veselkov Tawfiq Salim Qudrami '.repeat(100),
  'one letter and 9,999 combining marks': `a${'\u0301'.repeat(9_999)}`,
  'combining marks alone': '\u0301 '.repeat(5_000),
  'right to left': 'سعيد القدرمي '.repeat(800),
  emoji: '🙂'.repeat(5_000),
  'lone surrogates': '\ud800'.repeat(5_000),
  'a sign that becomes eighteen': '\ufdfa'.repeat(10_000),
  dots: 'a.'.repeat(5_000),
  'legal forms': 'ООО АО joint stock company '.repeat(400),
  'changing case': 'aB'.repeat(5_000),
  'directional marks': '\u200f\u202e'.repeat(5_000),
  nothing: '',
}

// Letters that only look like those of the name: Latin ones where it is Cyrillic, Cyrillic or Greek ones where it is Latin.
describe('a name in letters of another script', () => {
  test.each([
    ['Latin o and e', 'Вeсeлкoв Аркадий Тимoфeeвич'],
    ['Latin A, p and a', 'Веселков Apкaдий Тимофеевич'],
    ['half of all letters', 'Beceлkoв Apkaдий Tимoфeeвич'],
    ['Latin K, o, r and P', 'КРУГЛОВ АРХИП'.replaceAll('Р', 'P').replaceAll('О', 'O'), '4'],
    ['a word of Latin letters alone', 'Круглов Apxun', '4'],
    ['and a Cyrillic one in it', 'Круглов Аpxип', '4'],
    ['r and u, which are only close', 'Круrлов Архuп', '4'],
    ['a name of Latin letters alone', 'COCHOP MAKAP', '5'],
    ['Cyrillic e, o and k', 'Vеsеlкоv Аrкаdiy Timоfееviсh'],
    ['Greek o and v', 'Veselkον Arkadiy Timοfeevich'],
    ['Greek A and o among Cyrillic letters', 'Веселкοв Αркадий Тимофеевич'],
    ['as in wide letters', 'Весeлкoв Аркадий Тимофеевич'.replace('e', '\uff45')],
  ])('%s: %s', (_, name, id = '0') => {
    expect(index.search({ schema: 'Person', names: [name] })[0]).toMatchObject({ entry: { id }, score: 1 })
  })

  test('in the list is found by the name as it is spelled', async () => {
    const mixed = await buildScreeningIndex([
      { ...(patterns[4] as ListEntry), names: [{ name: 'Круглoв Аpxип', weak: false }] },
    ])
    expect(mixed.search({ schema: 'Person', names: ['KRUGLOV, Arkhip'] })[0]).toMatchObject({ score: 1 })
  })

  test('and a word that is Latin among Cyrillic ones is found as it is', async () => {
    const company = {
      ...(patterns[0] as ListEntry),
      schema: 'Company' as const,
      names: [{ name: 'TEXAHO Kremenberg', weak: false }],
    }
    const companies = await buildScreeningIndex([company])
    expect(companies.search({ schema: 'Company', names: ['ООО «Texaho Кременберг»'] })[0]).toMatchObject({
      above_threshold: true,
    })
  })
})

describe.each(Object.entries(hostile))('%s', (_, name) => {
  test.each(['Person', 'Company', 'LegalEntity', 'Vessel'] as const)('as %s', (schema) => {
    for (const { score } of index.search({ schema, names: [name] })) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }
  })

  test('makes a bounded number of bounded words', () => {
    for (const kind of ['person', 'company', 'thing'] as const) {
      const { words } = prepareName(name, kind)
      expect(words.length).toBeLessThanOrEqual(24)
      for (const { native, sound } of words) {
        expect(native.length).toBeLessThanOrEqual(1_000)
        expect(sound.length).toBeLessThanOrEqual(1_000)
      }
    }
  })

  test('does not hide a name beside it', () => {
    const names = [name, 'Аркадий Тимофеевич Веселков']
    expect(index.search({ schema: 'Person', names })[0]).toMatchObject({ entry: { id: '0' }, score: 1 })
  })
})

test('the same text gives the same words, whatever was prepared before', () => {
  const text = fc.string({
    unit: fc.constantFrom('b', 'e', 'n', '3', ' ', 'Ж', '\u0301', '.', '王', '\ud800', '🙂'),
  })
  fc.assert(
    fc.property(fc.array(text), text, (before, name) => {
      const first = prepareName(name, 'person')
      for (const other of before) prepareName(other, 'person')
      expect(prepareName(name, 'person')).toEqual(first)
      // In another place a word can be another: «Ben Omar» has a given name, «Omar Ben» does not.
      expect(prepareName(`x ${name}`, 'person').words.length).toBeGreaterThan(0)
      expect(prepareName(name, 'person')).toEqual(first)
    }),
  )
})

test.runIf(isFull)('many names are searched in slices, with the same result', async () => {
  const subject: Subject = {
    schema: 'LegalEntity',
    names: Array.from({ length: 500 }, (_, at) => `Arkadiy ${'x'.repeat(at % 7)} ${at}`),
  }
  let turns = 0
  let isDone = false
  const others = async () => {
    while (!isDone) {
      await new Promise(setImmediate)
      turns += 1
    }
  }
  const watching = others()
  const found = await index.searchInSlices(subject)
  const turnsMeanwhile = turns
  isDone = true
  await watching
  expect(turnsMeanwhile).toBeGreaterThan(0)
  expect(found).toEqual(index.search(subject))
})
