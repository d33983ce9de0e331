import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findCurrentGeneration } from '../../server/features/parties/index/generations.ts'
import {
  createListWriter,
  flagCandidates,
  maxNumbers,
  readNumbers,
} from '../../server/features/parties/index/posting-lists.ts'
import { createPrefixCounts } from '../../server/features/parties/index/prefix-counts.ts'
import { createRegisterIndex } from '../../server/features/parties/index/register-index.ts'
import { searchForm } from '../../server/features/parties/model/search-form.ts'
import { generateParties } from '../../server/features/parties/synthetic/generate.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { conjunctionOf, matches, type PartyTexts, textsOf } from '../support/given/party-conjunctions.ts'
import { givenRegister } from '../support/given/party-fixtures.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

const largestNumber = 300_000

test.each([
  ['differences', 0],
  ['bits', largestNumber],
])('a list of %s returns its numbers in any chunks and ranges', (_form, count) => {
  const someNumbers = fc
    .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: largestNumber })), {
      maxLength: 400,
    })
    .map((all) => all.sort((a, b) => a - b))
  const someRanges = fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 8 })
  fc.assert(
    fc.property(someNumbers, someRanges, (written, ranges) => {
      const chunks: { after: number; numbers: Uint8Array }[] = []
      const one = { highs: new Uint32Array(1), lows: new Uint32Array(1), counts: Uint32Array.of(count) }
      const writer = createListWriter(
        { count: 1, ...one, follow: () => true },
        largestNumber,
        ({ after, numbers }) => chunks.push({ after, numbers: Uint8Array.from(numbers) }),
      )
      for (const number of written) {
        writer.add(0, number)
        writer.add(0, number)
      }
      writer.end(0)
      expect(writer.totals[0]).toBe(written.length)
      expect(writer.isDense(0)).toBe(count > 0)

      let from = 0
      for (const length of [...ranges, largestNumber]) {
        const end = from + length
        const inRange = written.filter((number) => number >= from && number < end)
        // What a search reads: the chunks that begin in the range and the last one before.
        const first = chunks.findLastIndex(({ after }) => after < from)
        const read = chunks.filter(({ after }, i) => i >= first && after < end)
        const target = new Int32Array(maxNumbers(read, writer.isDense(0)))
        const found = readNumbers(read, writer.isDense(0), from, end, target)
        expect([...target.subarray(0, found)]).toEqual(inRange)

        const candidates = Int32Array.from(
          new Set(inRange.flatMap((number) => [number, number + 1, number + 5000])),
        )
          .filter((number) => number < end)
          .sort()
        const flags = new Uint8Array(candidates.length)
        flagCandidates(read, writer.isDense(0), candidates, flags)
        expect([...candidates.filter((_, i) => flags[i] === 1)]).toEqual(inRange)
        from = end
      }
    }),
    { numRuns: runs(2) },
  )
})

test('every prefix of a common prefix is common', () => {
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
        // No prefix that few texts have is common, and no other prefix is in many texts.
        const having = (length: number) =>
          texts.filter((other) => other.startsWith(followed.slice(0, length))).length
        for (const length of lengths) expect(having(length)).toBeGreaterThanOrEqual(commonFrom)
        if (!isWhole) expect(having(lengths.length + 1)).toBeLessThan(commonFrom * (lengths.length + 1))
      }
      expect(common.follow('name', 'а', () => {})).toBe(false)
    }),
  )
})

// Large enough for lists of several chunks in both encodings.
const register = [...generateParties(scaled(25_000, 40_000), 5)]
let rows: PartyTexts[]
let generation: number

beforeAll(async () => {
  await givenRegister(server.databaseUrl, register, { commonFrom: 16 })
  generation = await findCurrentGeneration(server.db)
  const { rows: encodings } = await sql<{ count: number }>`
    select count(distinct is_dense)::integer as count
    from ${sql.table(`party_lists_${generation}`)} join ${sql.table(`party_prefixes_${generation}`)} using (key)
    where after > 0
  `.execute(server.db)
  expect(encodings).toEqual([{ count: 2 }])
  rows = register
    .map((party) => ({ party, form: searchForm(party) }))
    .sort((a, b) => a.form.rank - b.form.rank || (a.party.inn < b.party.inn ? -1 : 1))
    .map(({ form }) => textsOf(form))
})

test.each([
  ['in one range', { maxChecked: 1500, maxChunks: 256 }],
  ['in many ranges', { maxChecked: 5, maxChunks: 1 }],
])('the index finds what a plain search finds, %s', async (_how, limits) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(conjunctionOf(rows), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.uniqueArray(fc.integer({ min: 1, max: register.length }), { maxLength: 30 }),
      async (alternatives, limit, known) => {
        const excluded = new Set(known)
        const expected = rows.flatMap((row, i) =>
          matches(row, alternatives) && !excluded.has(i + 1) ? [i + 1] : [],
        )
        const index = createRegisterIndex(server.db, generation, register.length, limits)
        expect(await index.find(alternatives, limit, excluded)).toEqual(expected.slice(0, limit))
      },
    ),
    { numRuns: runs(3) },
  )
})
