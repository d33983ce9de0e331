import { createReadStream } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillUp } from '../../bench/screening-data.ts'
import { readList } from '../../server/features/screening/lists/read-list.ts'
import type { ListWords } from '../../server/features/screening/matching/list-words.ts'
import {
  buildScreeningIndex,
  leastRecorded,
  type ScreeningIndex,
} from '../../server/features/screening/matching/screening-index.ts'
import type { ListEntry } from '../../server/features/screening/model/entry.ts'
import type { Subject } from '../../server/features/screening/model/subject.ts'
import { createBookWorker } from '../../server/features/screening/rescreening/book-worker.ts'
import { WorkerPoolError } from '../../server/platform/workers/worker-pool.ts'
import { fc, runs } from '../support/cases/properties.ts'

const worker = createBookWorker({ threads: 2 })
let entries: ListEntry[]
let words: ListWords
let changed: ListEntry[]
let index: ScreeningIndex

beforeAll(async () => {
  const read: ListEntry[] = []
  const files = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'].map((name) => ({
    name,
    open: () => createReadStream(new URL(`list/${name}`, import.meta.url)),
  }))
  for await (const { rows } of readList(files))
    for (const row of rows) if ('entry' in row) read.push(row.entry)
  entries = [...fillUp(read, 1_500, 1)]
  words = (await buildScreeningIndex(entries)).words()
  // Some of the real entries, and more than fit into one message to a thread.
  changed = entries.filter((_, number) => number < 4 || number % 2 === 0)
  index = await buildScreeningIndex(changed, words)
})

afterAll(() => worker.close())

const signs = [
  'а',
  'ё',
  'Ж',
  'م',
  '王',
  'é',
  'e\u0301',
  '🙂',
  '\ud800',
  '\u00ad',
  '\u200f',
  '-',
  '.',
  "'",
  '&',
  '1',
  ' ',
]

/** A name as somebody else would write it: with typos, in other order, in other letters, with more or fewer words. */
const change: fc.Arbitrary<(name: string) => string> = fc.oneof(
  fc.nat(40).map((at) => (name: string) => name.slice(0, at) + name.slice(at + 1)),
  fc.nat(40).map(
    (at) => (name: string) =>
      name.slice(0, at) +
      name
        .slice(at, at + 2)
        .split('')
        .toReversed()
        .join('') +
      name.slice(at + 2),
  ),
  fc.tuple(fc.nat(40), fc.constantFrom(...signs)).map(
    ([at, sign]) =>
      (name: string) =>
        name.slice(0, at) + sign + name.slice(at),
  ),
  fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.split(/[ ,]+/).toReversed().join(' '),
    (name) => name.replace(' ', ''),
    (name) => name.replace(/^(\S)\S+/, '$1.'),
    (name) => `ООО «${name}»`,
    (name) => `${name} Petrovich`,
  ),
)

const subject = fc.gen().map((g): Subject => {
  const entry = entries[g(fc.nat, { max: entries.length - 1 })] as ListEntry
  const other = entries[g(fc.nat, { max: entries.length - 1 })] as ListEntry
  const nameOf = ({ names }: ListEntry) => {
    let name = names[g(fc.nat, { max: Math.max(0, names.length - 1) })]?.name ?? 'Nobody'
    for (const edit of g(() => fc.array(change, { maxLength: 3 }))) name = edit(name)
    return name
  }
  return {
    schema: g(() => fc.constantFrom(entry.schema, 'Person', 'Company', 'LegalEntity', 'Vessel')),
    names: g(fc.boolean) ? [nameOf(entry)] : [nameOf(entry), nameOf(entry), nameOf(other)],
    ...(g(fc.boolean) && { countries: g(() => fc.constantFrom(['ru'], ['br', 'us'], [])) }),
    ...(g(fc.boolean) && {
      birthDate: g(() => fc.constantFrom('1961-03-14', '1961', '1990-01-01', 'never')),
    }),
    ...(g(fc.boolean) && { identifiers: entry.identifiers }),
    ...(g(fc.boolean) && { addresses: entry.addresses.map(({ address }) => address) }),
  }
})

test('a book is compared exactly as one party after the other', async () => {
  await worker.begin(
    changed.map((entry, number) => ({ list: 'ofac', generation: number, entry })),
    new Map([['ofac', words]]),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(subject, { minLength: 20, maxLength: 40 }), async (once) => {
      // Parties share names, and a name that matches nothing is looked for once.
      const subjects = once.flatMap((one) => [one, { ...one, identifiers: [] }, one])
      const found = await worker.compare(subjects.map((compared, number) => ({ key: `${number}`, compared })))
      const byKey = new Map(found.map(({ key, matches }) => [key, matches]))
      expect(byKey.size).toBe(found.length)
      for (const [number, compared] of subjects.entries()) {
        const expected = index
          .search(compared, leastRecorded)
          .map((match) => ({ ...match, list: 'ofac', generation: changed.indexOf(match.entry) }))
        expect(byKey.get(`${number}`) ?? []).toEqual(expected)
      }
    }),
    { numRuns: runs(2) },
  )
  await worker.end()
})

test('each list has its own words, and a match says of which list it is', async () => {
  const [first, second] = changed as [ListEntry, ListEntry]
  await worker.begin(
    [
      { list: 'own', generation: 3, entry: first },
      { list: 'ofac', generation: 4, entry: second },
      { list: 'own', generation: 5, entry: second },
    ],
    new Map([['ofac', words]]),
  )
  const names = [second.names[0]?.name ?? '']
  const [found] = await worker.compare([{ key: 'a', compared: { schema: second.schema, names } }])
  expect(found?.matches.map(({ list, generation }) => ({ list, generation }))).toEqual([
    { list: 'own', generation: 5 },
    { list: 'ofac', generation: 4 },
  ])
  await worker.end()
})

test('nothing to compare with is no match', async () => {
  await worker.begin([], new Map())
  expect(
    await worker.compare([{ key: 'a', compared: { schema: 'Person', names: ['Arkadiy Veselkov'] } }]),
  ).toEqual([])
  await worker.end()
})

test('a thread that does not know the pass says so', async () => {
  await expect(worker.compare([{ key: 'a', compared: { schema: 'Person', names: [] } }])).rejects.toThrow(
    WorkerPoolError,
  )
})
