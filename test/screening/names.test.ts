import { describe, expect, test } from 'vitest'
import { compareNames } from '../../server/features/screening/matching/compare-names.ts'
import { type NameKind, prepareName } from '../../server/features/screening/matching/prepare-name.ts'
import type { WordKnowledge } from '../../server/features/screening/matching/score-names.ts'
import { threshold } from '../../server/features/screening/matching/screening-index.ts'
import { weigh } from '../../server/features/screening/matching/word-weights.ts'
import { fc, runs } from '../support/cases/properties.ts'

function knowledge(kind: NameKind): WordKnowledge {
  return { weightOf: (word) => weigh(kind, word, false), isKnown: () => false }
}

function score(kind: NameKind, a: string, b: string): number {
  return compareNames(prepareName(a, kind), prepareName(b, kind), knowledge(kind)).score
}

describe('the same person', () => {
  test.each([
    ['VESELKOV, Arkadiy Timofeevich', 'Веселков Аркадий Тимофеевич'],
    ['Веселков Аркадий', 'Arkadii Timofeyevich Veselkov'],
    ['Dr. Ingvild Lystrand', 'Lystrand Ingvild'],
    ['I. Lystrand', 'Ingvild Lystrand'],
    ['JP Lystrand', 'Jan-Petter Lystrand'],
    ['IngvildLystrand', 'Ingvild Lystrand'],
    ['Ingvild Lyst rand', 'Ingvild Lystrand'],
    ['1ngvild Lystrand', 'Ingvild Lystrand'],
    ['Bob Lystrand', 'Robert Lystrand'],
    ['Ingvild Lystrnad', 'Ingvild Lystrand'],
    ["Sa'id bin Tawfiq al-Qudrami", 'Saeed ibn Tawfiq el Qudrami'],
    ['سعيد القدرمي', 'سعيد القدرمي'],
    ['ИП Веселков Аркадий Тимофеевич', 'VESELKOV, Arkadiy Timofeevich'],
    ['王小明', '王小明'],
  ])('%s – %s', (a, b) => {
    expect(score('person', a, b)).toBeGreaterThanOrEqual(threshold)
  })
})

describe('another person', () => {
  test.each([
    ['Arkadiy Veselkov', 'Timofey Veselkov'],
    ['Arkadiy Timofeevich Veselkov', 'Arkadiy Romanovich Veselkov'],
    ['T. Veselkov', 'Arkadiy Veselkov'],
    ['Arkadiy', 'Arkadiy Timofeevich Veselkov'],
    ['A. V.', 'Arkadiy Veselkov'],
    ['Tawfiq bin Salim al-Qudrami', 'Tawfiq bin Omar al-Qudrami'],
    ['王小明', '王小红'],
    ['Иванов Сергей Петрович', 'Ivanov, Sergey'],
    ['Сергеева Наталья Ивановна', 'IVANOV, Sergei'],
  ])('%s – %s', (a, b) => {
    expect(score('person', a, b)).toBeLessThan(threshold)
  })
})

describe('the same company', () => {
  test.each([
    ['ООО «Зарянка-Моретранс»', 'LIMITED LIABILITY COMPANY ZARYANKA MORETRANS'],
    ['ZaryankaАО', 'JSC Zaryanka'],
    ['Kremenberg Aktiengeselschaft', 'Kremenberg AG'],
    ['First Coastal Bank', '1st Coastal Bank'],
    ['Coastal Brigade Twenty-Two', 'Coastal Brigade 22'],
    ['K.R.M. Trading Co.', 'KRM Trading Company'],
    ['Kremen & Berg Intl', 'Kremen and Berg International'],
    ['Kremen Berg', 'Kremenberg'],
    ['Kremenbarg Handel', 'Kremenberg Handel'],
  ])('%s – %s', (a, b) => {
    expect(score('company', a, b)).toBeGreaterThanOrEqual(threshold)
  })
})

describe('another company', () => {
  test.each([
    ['Kremenberg AG', 'Kremenberg GmbH'],
    ['АНО «Зарянка»', 'ООО «Зарянка»'],
    ['Kremenberg Systems', 'Kremenberg Logistics'],
    ['Kremenberg (Spain)', 'Kremenberg (Norway)'],
    ['Kremenberg', 'Kremenberg Chile'],
    ['ООО «Лик»', 'ООО «Ликтор»'],
    ['International Trading Company', 'International Shipping Company'],
  ])('%s – %s', (a, b) => {
    expect(score('company', a, b)).toBeLessThan(threshold)
  })
})

test('a comparison says which words agreed, how, and which did not', () => {
  const comparison = compareNames(
    prepareName('Bob T. Lystrnad', 'person'),
    prepareName('LYSTRAND, Robert Timofey Omar', 'person'),
    knowledge('person'),
  )
  expect(comparison.agreed.toSorted((x, y) => (x.a < y.a ? -1 : 1))).toEqual([
    { a: 'bob', b: 'robert', how: 'given_name' },
    { a: 'lystrnad', b: 'lystrand', how: 'spelling' },
    { a: 't', b: 'timofey', how: 'initial' },
  ])
  expect(comparison.onlyInB).toEqual(['omar'])
})

const word = fc.string({ unit: fc.constantFrom(...'abdegiklmnoprstuv'), minLength: 6, maxLength: 12 })
const someName = fc.array(word, { minLength: 2, maxLength: 5 })
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  someName.map((words) => words.join(' ')),
)
const kind = fc.constantFrom<NameKind>('person', 'company', 'thing')

test('a comparison is symmetric, from 0 to 1, and of anything with itself 1', () => {
  fc.assert(
    fc.property(kind, anyName, anyName, (kind, a, b) => {
      const there = score(kind, a, b)
      expect(there).toBeCloseTo(score(kind, b, a), 10)
      expect(there).toBeGreaterThanOrEqual(0)
      expect(there).toBeLessThanOrEqual(1)
      expect(score(kind, a, a)).toBe(1)
    }),
    { numRuns: runs(300) },
  )
})

test('order, case, diacritics and punctuation change nothing', () => {
  fc.assert(
    fc.property(kind, someName, fc.integer(), (kind, words, turn) => {
      const at = Math.abs(turn) % words.length
      const turned = [...words.slice(at), ...words.slice(0, at)]
      expect(score(kind, words.join(' '), turned.join(' - ').toUpperCase())).toBe(1)
      expect(score(kind, words.join(' '), words.join(' ').replaceAll('a', 'á').replaceAll('n', 'ñ'))).toBe(1)
    }),
  )
})

test('Cyrillic and its transliteration are the same', () => {
  const letters: Record<string, string> = {
    а: 'a',
    б: 'b',
    д: 'd',
    е: 'e',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    т: 't',
  }
  const cyrillic = fc.string({ unit: fc.constantFrom(...Object.keys(letters)), minLength: 6, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(cyrillic, { minLength: 2, maxLength: 4 }), (words) => {
      const name = words.join(' ')
      expect(
        score(
          'person',
          name,
          name.replaceAll(/\p{L}/gu, (letter) => letters[letter] as string),
        ),
      ).toBe(1)
    }),
  )
})

test('one typo in a name of two longer words stays above the threshold', () => {
  fc.assert(
    fc.property(
      someName,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('delete', 'replace', 'swap'),
      (words, which, at, how) => {
        const own = words[which % words.length] as string
        const place = at % (own.length - 1)
        const changed = {
          delete: own.slice(0, place) + own.slice(place + 1),
          replace: `${own.slice(0, place)}f${own.slice(place + 1)}`,
          swap: own.slice(0, place) + own[place + 1] + own[place] + own.slice(place + 2),
        }[how]
        const other = words.with(which % words.length, changed)
        expect(score('person', words.join(' '), other.join(' '))).toBeGreaterThanOrEqual(threshold)
      },
    ),
    { numRuns: runs(200) },
  )
})
