import { describe, expect, test } from 'vitest'
import type { ListedMatch } from '../../server/features/screening/generations/current-index.ts'
import {
  type ComparedParty,
  type Judgement,
  judgeHits,
  type KnownPair,
} from '../../server/features/screening/hits/judge-hits.ts'
import { completeEntry, type ListEntry } from '../../server/features/screening/model/entry.ts'
import { fc, runs } from '../support/properties.ts'

const at = new Date('2026-11-16T12:00:00Z')

function entryOf(name: string, programs: string[] = []): ListEntry {
  return completeEntry({
    id: 'e1',
    schema: 'Person',
    names: [{ name, weak: false }],
    birthDates: [],
    countries: [],
    identifiers: [],
    addresses: [],
    programs,
  }) as ListEntry
}

const partyOf = (name: string): ComparedParty => ({
  compared: { schema: 'Person', names: [name] },
  compared_hash: `hash of ${name}`,
})

const matchOf = (entry: ListEntry): ListedMatch => ({
  list: 'own',
  generation: 1,
  entry,
  score: 1,
  above_threshold: true,
  reasons: [],
})

/** A pair as it is kept after a judgement, with the decision of people beside it. */
function after(pair: KnownPair | undefined, party: ComparedParty, judged: Judgement<KnownPair> | undefined) {
  if (!judged) return pair
  if (judged.kind === 'close')
    return { ...judged.pair, status: 'closed' as const, closed_reason: judged.reason }
  const { entry } = judged.match
  const sides = { list: 'own', entry_id: entry.id, entry, entry_hash: entry.hash, ...party }
  if (judged.kind === 'update') return { ...judged.pair, ...sides }
  const decided_at = judged.kind === 'open' ? null : judged.pair.decided_at
  return { ...sides, status: 'open' as const, closed_reason: null, decided_at }
}

type Step =
  | { kind: 'entry'; name: string | null; programs: string[] }
  | { kind: 'party'; name: string }
  | { kind: 'compare' }
  | { kind: 'decide'; status: 'open' | 'dismissed' | 'confirmed' }

const names = ['A', 'B', 'C']
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('entry' as const),
      name: fc.option(fc.constantFrom(...names)),
      programs: fc.subarray(['SDGT', 'UKRAINE']),
    }),
    fc.record({ kind: fc.constant('party' as const), name: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('compare' as const) }),
    fc.record({
      kind: fc.constant('decide' as const),
      status: fc.constantFrom('open' as const, 'dismissed' as const, 'confirmed' as const),
    }),
  ),
  { maxLength: 30 },
)

// C is somebody else; A and B are spellings of one name.
const fits = (one: string, other: string) => (one === 'C') === (other === 'C')

test('a dismissed pair comes back exactly when one side changed in what was compared', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      let entry: ListEntry | null = entryOf('A')
      let party = partyOf('A')
      let pair: KnownPair | undefined
      // The model: what was compared when the pair was last written, and what people said.
      let seen: { entry: string; party: string } | undefined
      let status: KnownPair['status'] | undefined
      for (const step of walk) {
        if (step.kind === 'entry') entry = step.name === null ? null : entryOf(step.name, step.programs)
        if (step.kind === 'party') party = partyOf(step.name)
        if (step.kind === 'decide' && pair && pair.status !== 'closed') {
          pair = { ...pair, status: step.status, decided_at: at }
          status = step.status
        }
        if (step.kind !== 'compare') continue
        const name = entry?.names[0]?.name ?? ''
        const isMatch = entry !== null && fits(name, party.compared.names[0] ?? '')
        const known = pair ? [pair] : []
        const judgements = judgeHits(
          party,
          known,
          isMatch && entry ? [matchOf(entry)] : [],
          () => entry?.hash,
        )
        expect(judgements.length).toBeLessThanOrEqual(1)
        pair = after(pair, party, judgements[0])

        const now = { entry: name, party: party.compared.names[0] ?? '' }
        const isSame = seen?.entry === now.entry && seen.party === now.party
        if (isMatch) {
          if (status === undefined || status === 'closed' || (status === 'dismissed' && !isSame))
            status = 'open'
          seen = now
        } else if (status !== undefined && status !== 'closed') {
          // People have confirmed it: only its entry can end it.
          if (entry === null || status !== 'confirmed') status = 'closed'
        }
        expect(pair?.status).toBe(status)
      }
    }),
    { numRuns: runs(500) },
  )
})

describe('what happens to a pair', () => {
  const entry = entryOf('Veselkov Arkadiy')
  const party = partyOf('Веселков Аркадий')
  const pair = (overrides: Partial<KnownPair> = {}): KnownPair => ({
    list: 'own',
    entry_id: entry.id,
    entry,
    entry_hash: entry.hash,
    ...party,
    status: 'dismissed',
    closed_reason: null,
    decided_at: at,
    ...overrides,
  })
  const listed = () => entry.hash

  test('nothing, if neither side changed, whatever its state', () => {
    for (const status of ['open', 'dismissed', 'confirmed'] as const)
      expect(judgeHits(party, [pair({ status })], [matchOf(entry)], listed)).toEqual([])
  })

  test('programs are not compared', () => {
    const other = entryOf('Veselkov Arkadiy', ['SDGT'])
    expect(judgeHits(party, [pair()], [matchOf(other)], () => other.hash)).toEqual([])
  })

  test('a dismissed one opens again, and says what changed', () => {
    const other = entryOf('Veselkov Arkady')
    expect(judgeHits(party, [pair()], [matchOf(other)], () => other.hash)).toMatchObject([
      { kind: 'reopen', because: ['entry'], fields: ['names'] },
    ])
    const renamed = partyOf('Веселков Аркадий Т.')
    expect(judgeHits(renamed, [pair()], [matchOf(entry)], listed)).toMatchObject([
      { kind: 'reopen', because: ['subject'], fields: ['names'] },
    ])
    const passport = { ...party, compared_hash: 'with another passport' }
    expect(judgeHits(passport, [pair()], [matchOf(entry)], listed)).toMatchObject([
      { kind: 'reopen', because: ['subject'], fields: ['identifiers'] },
    ])
  })

  test('an open or confirmed one is brought up to date', () => {
    const renamed = partyOf('Веселков А.')
    for (const status of ['open', 'confirmed'] as const)
      expect(judgeHits(renamed, [pair({ status })], [matchOf(entry)], listed)).toMatchObject([
        { kind: 'update' },
      ])
  })

  test('it is closed with its reason when it no longer fits', () => {
    const renamed = partyOf('Совсем Другой')
    expect(judgeHits(renamed, [pair()], [], listed)).toMatchObject([{ reason: 'subject_changed' }])
    expect(judgeHits(party, [pair()], [], () => 'another')).toMatchObject([{ reason: 'entry_changed' }])
    expect(judgeHits(party, [pair()], [], () => undefined)).toMatchObject([{ reason: 'entry_removed' }])
  })

  test('a confirmed one is not lifted by another name, only by the list', () => {
    const confirmed = [pair({ status: 'confirmed' })]
    expect(judgeHits(partyOf('Совсем Другой'), confirmed, [], listed)).toEqual([])
    expect(judgeHits(party, confirmed, [], () => undefined)).toMatchObject([{ reason: 'entry_removed' }])
  })

  test('a closed one that fits again opens', () => {
    const closed = pair({ status: 'closed', closed_reason: 'entry_removed' })
    expect(judgeHits(party, [closed], [matchOf(entry)], listed)).toMatchObject([
      { kind: 'reopen', because: ['entry'], fields: [] },
    ])
    expect(judgeHits(party, [{ ...closed, decided_at: null }], [matchOf(entry)], listed)).toMatchObject([
      { kind: 'reopen', because: [] },
    ])
    expect(judgeHits(party, [closed], [], listed)).toEqual([])
  })
})
