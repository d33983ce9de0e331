import { createReadStream } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { qualityAt, readPairs } from '../../bench/screening-pairs.ts'
import { completeInn } from '../../contract/values/identifiers.ts'
import { readList } from '../../server/features/screening/lists/read-list.ts'
import {
  buildScreeningIndex,
  type ScreeningIndex,
  threshold,
} from '../../server/features/screening/matching/screening-index.ts'
import { normalizeAddress } from '../../server/features/screening/model/addresses.ts'
import type { ListEntry } from '../../server/features/screening/model/entry.ts'
import { normalizeIdentifier } from '../../server/features/screening/model/identifiers.ts'
import type { Subject } from '../../server/features/screening/model/subject.ts'
import { fc } from '../support/cases/properties.ts'

const folder = new URL('list/', import.meta.url)
let entries: ListEntry[]
let index: ScreeningIndex

beforeAll(async () => {
  entries = []
  const files = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'].map((name) => ({
    name,
    open: () => createReadStream(new URL(name, folder)),
  }))
  for await (const { rows } of readList(files))
    for (const row of rows) if ('entry' in row) entries.push(row.entry)
  index = await buildScreeningIndex(entries)
})

function found(subject: Subject): string[] {
  return index
    .search(subject)
    .filter((match) => match.above_threshold)
    .map((match) => match.entry.id)
}

test('every entry finds itself by each of its names, identifiers and addresses', () => {
  for (const entry of entries) {
    const schema = entry.schema === 'Person' ? 'Person' : 'Company'
    for (const { name } of entry.names) expect(found({ schema, names: [name] }), name).toContain(entry.id)
    for (const identifier of entry.identifiers)
      expect(found({ schema, names: [], identifiers: [identifier] })).toEqual([entry.id])
    for (const { address } of entry.addresses)
      expect(found({ schema, names: [], addresses: [address] })).toEqual([entry.id])
  }
})

describe('an address in any spelling', () => {
  const eth = '0x00112233445566778899aABBccdDeEfF00112233'
  test.each([
    eth,
    eth.toLowerCase(),
    `0X${eth.slice(2).toUpperCase()}`.replace('0X', '0x'),
    ` ${eth}\n`,
    `ethereum:${eth}?value=1`,
    'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
    'bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  ])('%s', (address) => {
    expect(found({ schema: 'Company', names: [], addresses: [address] })).toEqual(['1006'])
  })

  test('another case of a base58 address is another address', () => {
    expect(
      found({ schema: 'Company', names: [], addresses: ['tjcnkspa7y5okkxvqaidzbzqx3qyq6sxmw'] }),
    ).toEqual([])
  })

  test('a base58 address of Solana is one with spaces and a payment link around it, and another in another case', () => {
    const address = 'GYvYDVbvnF7oqjWAEUyBmJDvuqtXzzKjUXpwHVqHUMmA'
    for (const spelling of [` ${address}\n`, `solana:${address}?amount=1&label=x`, `SOLANA:${address}`])
      expect(normalizeAddress(spelling)).toBe(normalizeAddress(address))
    expect(normalizeAddress(address.toLowerCase())).not.toBe(normalizeAddress(address))
  })

  test('all forms of an account of TON are one', () => {
    const forms = [
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    ]
    expect(
      new Set([
        ...forms.map(normalizeAddress),
        normalizeAddress('0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e'),
      ]).size,
    ).toBe(1)
  })
})

test('an INN is found whatever the name is, with and without punctuation', () => {
  const identifier = normalizeIdentifier('inn', ` ${completeInn('770812345')} `)
  const [match] = index.search({
    schema: 'Company',
    names: ['Something else'],
    identifiers: identifier ? [identifier] : [],
  })
  expect(match).toMatchObject({
    entry: { id: '1002' },
    score: 1,
    above_threshold: true,
    reasons: [{ code: 'identifier_equal', kind: 'inn' }],
  })
})

test('dates and countries speak for and against', () => {
  const subject: Subject = { schema: 'Person', names: ['Веселков Аркадий Тимофеевич'] }
  const scoreOf = (more: Partial<Subject>) => index.search({ ...subject, ...more }, 0)[0]?.score ?? 0
  const typo: Partial<Subject> = { names: ['Весилкоф Аркадий Тимофеевич'] }
  expect(scoreOf({})).toBe(1)
  expect(scoreOf({ ...typo, birthDate: '1961-03-14' })).toBeGreaterThan(scoreOf(typo))
  expect(scoreOf({ ...typo, countries: ['ru'] })).toBeGreaterThan(scoreOf(typo))
  expect(scoreOf({ countries: ['br'] })).toBeLessThan(1)
  expect(scoreOf({ birthDate: '1962-03-14' })).toBeGreaterThanOrEqual(threshold)
  expect(scoreOf({ birthDate: '1990-01-01' })).toBeLessThan(threshold)
})

test('a match says what agreed and what did not', () => {
  const [match] = index.search(
    { schema: 'Person', names: ['Arkady Weselkov'], birthDate: '1990', countries: ['ru'] },
    0.3,
  )
  expect(match?.entry.id).toBe('1001')
  expect(match?.reasons).toMatchObject([
    { code: 'name', name: 'Arkady Weselkov', only_in_name: [], weak: false },
    { code: 'birth_date', agreement: 'differs', own: '1990', listed: ['1961-03-14'] },
    { code: 'country', agreement: 'equal', own: ['ru'], listed: ['ru'] },
  ])
})

test('a company is not compared with a person, and a legal form is no vessel', () => {
  expect(found({ schema: 'Company', names: ['Veselkov Arkadiy Timofeevich'] })).toEqual([])
  expect(found({ schema: 'Company', names: ['Osprey Dawn'] })).toEqual(['1005'])
  expect(found({ schema: 'Company', names: ['Osprey Dawn LLC'] })).toEqual([])
  expect(found({ schema: 'LegalEntity', names: ['ИП Веселков Аркадий Тимофеевич'] })).toEqual(['1001'])
})

test('the index finds what comparing with every name finds', () => {
  const names = entries.flatMap((entry) => entry.names.map(({ name, weak }) => ({ name, weak, entry })))
  const mutation = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toLowerCase().replace(/[aeiou]/, 'o'),
    (name: string) => name.replaceAll(/[ ,-]+/g, ''),
    (name: string) => name.split(/[ ,]+/).toReversed().join(' '),
    (name: string) => name.replace(/(.)(.)$/, '$2$1'),
    (name: string) => `${name} Extra`,
  )
  fc.assert(
    fc.property(fc.constantFrom(...names), mutation, ({ name, entry }, mutate) => {
      const text = mutate(name)
      const schema = entry.schema === 'Person' ? 'Person' : 'Company'
      const expected = names
        .filter(
          (other) =>
            (other.entry.schema === 'Person') === (schema === 'Person') &&
            other.entry.schema !== 'Vessel' &&
            other.entry.schema !== 'Airplane',
        )
        .filter(
          (other) => index.compare(schema, text, other.name).score - (other.weak ? 0.1 : 0) >= threshold,
        )
        .map((other) => other.entry.id)
      expect(found({ schema, names: [text] })).toEqual(expect.arrayContaining(expected))
    }),
  )
})

test('an index of only the changed entries scores like the whole one', async () => {
  const changed = await buildScreeningIndex(
    entries.filter(({ id }) => id === '1001' || id === '1002'),
    index.words(),
  )
  for (const name of ['Зарянка Моретранс', 'ООО Зарянка', 'Веселков Аркадий', 'Veselkof Arkady Omar']) {
    const ofChanged = ({ entry }: { entry: ListEntry }) => entry.id === '1001' || entry.id === '1002'
    const subject: Subject = { schema: 'LegalEntity', names: [name] }
    expect(changed.search(subject)).toEqual(index.search(subject).filter(ofChanged))
  }
})

test('labelled pairs are told apart as well as the aim says', () => {
  const pairs = readPairs(new URL('invented-pairs.csv', import.meta.url).pathname)
  const scored = pairs.map((pair) => ({
    ...pair,
    score: index.compare(pair.schema, pair.name, pair.other).score,
  }))
  expect(qualityAt(scored, threshold).f1).toBeGreaterThan(0.9)
})
