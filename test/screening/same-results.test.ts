import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { ScreeningIndex } from '../../server/features/screening/matching/screening-index.ts'
import type { ListEntry } from '../../server/features/screening/model/entry.ts'
import { fc } from '../support/cases/properties.ts'
import { digestsOf, generatedIndex, generatedSubjects } from './generated-results.ts'

const stored = new URL('generated-results.json', import.meta.url)
let index: ScreeningIndex
let entries: ListEntry[]

beforeAll(async () => {
  ;({ index, entries } = await generatedIndex())
})

/**
 * Whoever makes a look cheaper changes no hit, score or reason: these results are those of the index before it was made
 * fast. Whoever changes the rules stores them anew, with KONTOR_STORE_RESULTS=1.
 */
test('what is found is what was found before', () => {
  const digests = digestsOf(index, generatedSubjects(entries))
  if (process.env.KONTOR_STORE_RESULTS) writeFileSync(stored, `${JSON.stringify(digests, null, 2)}\n`)
  expect(digests).toEqual(JSON.parse(readFileSync(stored, 'utf8')))
})

test('a person scores what comparing with one of the names gives', () => {
  const people = entries.filter(({ schema, names }) => schema === 'Person' && names.length > 0)
  fc.assert(
    fc.property(fc.constantFrom(...people), fc.constantFrom(...people), (entry, other) => {
      const words = [entry, other].map(({ names }) => names[0]?.name.split(/[ ,]+/) ?? [])
      const name = [...(words[0] ?? []).slice(0, 2), ...(words[1] ?? []).slice(0, 1)].join(' ')
      for (const match of index.search({ schema: 'Person', names: [name] })) {
        const scores = match.entry.names.map(
          (listed) => index.compare('Person', name, listed.name).score - (listed.weak ? 0.1 : 0),
        )
        // The best of those that were candidates: of nine thousand names, no look compares all.
        const rounded = scores.map((score) => Math.round(score * 1_000) / 1_000)
        expect(rounded, `${name} – ${match.entry.id}`).toContain(match.score)
      }
    }),
    { numRuns: 20 },
  )
})

test('the results of a look are in the order of their scores, then of their ids', () => {
  for (const { subject, least } of generatedSubjects(entries).slice(0, 200)) {
    const found = index.search(subject, least)
    expect(found).toEqual(found.toSorted((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1)))
  }
})
