import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createIndexSearch } from '../../server/features/parties/index/index-search.ts'
import {
  createListWriter,
  flagCandidates,
  mostNumbers,
  readNumbers,
} from '../../server/features/parties/index/number-lists.ts'
import { createPrefixCounts } from '../../server/features/parties/index/prefix-counts.ts'
import type { Need } from '../../server/features/parties/index/prefixes.ts'
import type { Party } from '../../server/features/parties/party.ts'
import { findCurrentGeneration } from '../../server/features/parties/party-store.ts'
import { searchForm } from '../../server/features/parties/search/search-form.ts'
import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { startServer } from '../support/harness.ts'
import { givenRegister } from '../support/party-fixtures.ts'

const server = startServer()

const largestNumber = 300_000

test.each([
  ['differences', 0],
  ['bits', largestNumber],
])('a list of %s gives back its numbers, however it is cut into pieces and stretches', (_form, met) => {
  const someNumbers = fc
    .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: largestNumber })), {
      maxLength: 400,
    })
    .map((all) => all.sort((a, b) => a - b))
  const someStretches = fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 8 })
  fc.assert(
    fc.property(someNumbers, someStretches, (written, stretches) => {
      const pieces: { after: number; numbers: Uint8Array }[] = []
      const one = { highs: new Uint32Array(1), lows: new Uint32Array(1), counts: Uint32Array.of(met) }
      const writer = createListWriter(
        { count: 1, ...one, follow: () => true },
        largestNumber,
        ({ after, numbers }) => pieces.push({ after, numbers: Uint8Array.from(numbers) }),
      )
      for (const number of written) {
        writer.add(0, number)
        writer.add(0, number)
      }
      writer.end(0)
      expect(writer.totals[0]).toBe(written.length)
      expect(writer.isDense(0)).toBe(met > 0)

      let from = 0
      for (const length of [...stretches, largestNumber]) {
        const end = from + length
        const inStretch = written.filter((number) => number >= from && number < end)
        // As a search has them: the pieces that begin in the stretch, and the last one before.
        const first = pieces.findLastIndex(({ after }) => after < from)
        const read = pieces.filter(({ after }, i) => i >= first && after < end)
        const target = new Int32Array(mostNumbers(read, writer.isDense(0)))
        const count = readNumbers(read, writer.isDense(0), from, end, target)
        expect([...target.subarray(0, count)]).toEqual(inStretch)

        const candidates = Int32Array.from(
          new Set(inStretch.flatMap((number) => [number, number + 1, number + 5000])),
        )
          .filter((number) => number < end)
          .sort()
        const flags = new Uint8Array(candidates.length)
        flagCandidates(read, writer.isDense(0), candidates, flags)
        expect([...candidates.filter((_, i) => flags[i] === 1)]).toEqual(inStretch)
        from = end
      }
    }),
    { numRuns: 40 },
  )
})

test('what is common begins with what is common', () => {
  const text = fc.string({ unit: fc.constantFrom('а', 'б'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (texts, commonFrom) => {
      const counts = createPrefixCounts(commonFrom)
      for (const added of texts) counts.add('word', added)
      const common = counts.common()
      for (const followed of texts) {
        const lengths: number[] = []
        const isWhole = common.follow('word', followed, () => lengths.push(lengths.length + 1))
        expect(isWhole).toBe(lengths.length === followed.length)
        // None has a list that fewer share, and nobody who is not common is shared by many.
        const having = (length: number) =>
          texts.filter((other) => other.startsWith(followed.slice(0, length))).length
        for (const length of lengths) expect(having(length)).toBeGreaterThanOrEqual(commonFrom)
        if (!isWhole) expect(having(lengths.length + 1)).toBeLessThan(commonFrom * (lengths.length + 1))
      }
      expect(common.follow('name', 'а', () => {})).toBe(false)
    }),
  )
})

// Large enough for lists of several pieces, of both forms.
const register = [...generateParties(40_000, 5)]
let rows: { words: string[]; names: string[] }[]
let generation: number

beforeAll(async () => {
  await givenRegister(server.databaseUrl, register, { commonFrom: 16 })
  generation = await findCurrentGeneration(server.db)
  const { rows: pieces } = await sql<{ forms: number }>`
    select count(distinct is_dense)::integer as forms
    from ${sql.table(`party_lists_${generation}`)} join ${sql.table(`party_prefixes_${generation}`)} using (key)
    where after > 0
  `.execute(server.db)
  expect(pieces).toEqual([{ forms: 2 }])
  rows = register
    .map((party: Party) => ({ party, form: searchForm(party) }))
    .sort((a, b) => a.form.rank - b.form.rank || (a.party.inn < b.party.inn ? -1 : 1))
    .map(({ form }) => ({ words: form.words.trim().split(' '), names: form.joinedNames.trim().split(' ') }))
})

function fits(row: { words: string[]; names: string[] }, need: Need): boolean {
  return need.some(({ kind, text }) => {
    const texts = { word: row.words.slice(0, -2), id: row.words.slice(-2), name: row.names }[kind]
    return texts.some((candidate) => candidate.startsWith(text))
  })
}

const someForm = fc.constantFrom(...register).map(searchForm)
const somePrefix = fc.oneof(
  someForm
    .chain(({ words }) => fc.constantFrom(...words.trim().split(' ').slice(0, -2)))
    .map((text) => ({ kind: 'word', text }) as const),
  someForm
    .chain(({ words }) => fc.constantFrom(...words.trim().split(' ').slice(-2)))
    .map((text) => ({ kind: 'id', text }) as const),
  someForm.map(
    ({ joinedNames }) => ({ kind: 'name', text: joinedNames.trim().split(' ')[0] as string }) as const,
  ),
)
const begunPrefix = fc
  .tuple(somePrefix, fc.integer({ min: 1, max: 20 }))
  .map(([{ kind, text }, length]) => ({ kind, text: text.slice(0, length) }))
const someNeeds = fc.oneof(
  fc.array(fc.array(begunPrefix, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  // All words of one party: more than lists are compared for.
  fc.tuple(someForm, fc.integer({ min: 1, max: 4 })).map(([{ words }, length]) =>
    words
      .trim()
      .split(' ')
      .slice(0, -2)
      .map((word) => [{ kind: 'word', text: word.slice(0, length) } as const]),
  ),
)

test.each([
  ['in one stretch', { mostLookedAt: 1500, piecesAtOnce: 256 }],
  ['in many stretches', { mostLookedAt: 5, piecesAtOnce: 1 }],
])('lists and entries together find what a plain look finds, %s', async (_how, limits) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someNeeds, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.uniqueArray(fc.integer({ min: 1, max: register.length }), { maxLength: 30 }),
      async (alternatives, wanted, already) => {
        const known = new Set(already)
        const expected = rows.flatMap((row, i) =>
          alternatives.some((needs) => needs.every((need) => fits(row, need))) && !known.has(i + 1)
            ? [i + 1]
            : [],
        )
        const search = createIndexSearch(server.db, generation, register.length, limits)
        expect(await search.find(alternatives, wanted, known)).toEqual(expected.slice(0, wanted))
      },
    ),
    { numRuns: 80, seed: 7 },
  )
})
