import { describe, expect, test } from 'vitest'
import type { ListedMatch } from '../../server/features/screening/generations/current-index.ts'
import {
  type ComparedParty,
  type Judgement,
  judgeHits,
  judgeRemoved,
  type KnownPair,
} from '../../server/features/screening/hits/judge-hits.ts'
import { completeEntry, type ListEntry } from '../../server/features/screening/model/entry.ts'
import { fc, runs } from '../support/cases/properties.ts'

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

const matchOf = (entry: ListEntry, above_threshold = true): ListedMatch => ({
  list: 'own',
  generation: 1,
  entry,
  score: above_threshold ? 1 : 0.66,
  above_threshold,
  reasons: [],
})

/** A pair as it is kept after a judgement, with the decision of people beside it. */
function after(
  pair: KnownPair | undefined,
  party: ComparedParty,
  judged: Judgement<KnownPair> | undefined,
): KnownPair | undefined {
  if (!judged) return pair
  if (judged.kind === 'close') return { ...judged.pair, status: 'closed', closed_reason: judged.reason }
  if (judged.kind === 'hold')
    return {
      ...judged.pair,
      status: judged.pair.status === 'confirmed' ? 'confirmed' : 'open',
      party_now: judged.party,
      entry_now: judged.entry,
      reopened_because: judged.because,
    }
  const { entry, above_threshold } = judged.match
  const sides = {
    list: 'own',
    entry_id: entry.id,
    entry,
    entry_hash: entry.hash,
    entry_now: null,
    party_now: null,
    above_threshold,
    ...party,
  }
  if (judged.kind === 'update') return { ...judged.pair, ...sides }
  return {
    ...sides,
    status: 'open',
    closed_reason: null,
    reopened_because: judged.kind === 'open' ? [] : judged.because,
    decided_at: judged.kind === 'open' ? null : judged.pair.decided_at,
  }
}

type Step =
  | { kind: 'entry'; name: string | null; programs: string[] }
  | { kind: 'party'; name: string }
  | { kind: 'compare' }
  | { kind: 'decide'; status: Decided }
  | { kind: 'remove' }

type Decided = 'open' | 'dismissed' | 'confirmed' | 'continue'
const decisions: Decided[] = ['open', 'dismissed', 'confirmed', 'continue']

const names = ['A', 'B', 'C', 'D']
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('entry' as const),
      name: fc.option(fc.constantFrom(...names)),
      programs: fc.subarray(['SDGT', 'UKRAINE']),
    }),
    fc.record({ kind: fc.constant('party' as const), name: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('compare' as const) }),
    fc.record({ kind: fc.constant('remove' as const) }),
    fc.record({ kind: fc.constant('decide' as const), status: fc.constantFrom(...decisions) }),
  ),
  { maxLength: 30 },
)

// A and B are spellings of one name, and D is near both; C is somebody else.
type Fit = 'above' | 'below' | 'no'
function fitOf(one: string, other: string): Fit {
  if ((one === 'C') !== (other === 'C')) return 'no'
  return one !== other && (one === 'D' || other === 'D') ? 'below' : 'above'
}

test('above the threshold a pair ends by a decision only, and a decision holds until a side changes', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      let entry: ListEntry | null = entryOf('A')
      let party: ComparedParty | null = partyOf('A')
      let pair: KnownPair | undefined
      // The model: how the sides were when they were last judged, and what people said.
      let seen: { entry: string; party: string } | undefined
      let status: KnownPair['status'] | undefined
      let isAbove = false
      for (const step of walk) {
        if (step.kind === 'entry') entry = step.name === null ? null : entryOf(step.name, step.programs)
        if (step.kind === 'party') party = partyOf(step.name)
        if (step.kind === 'decide' && pair && pair.status !== 'closed') {
          pair = { ...pair, status: step.status, decided_at: at, reopened_because: [] }
          status = step.status
        }
        if (step.kind === 'remove' && party) {
          pair = pair && after(pair, party, judgeRemoved(pair))
          party = null
          if (status === undefined || status === 'closed' || seen?.party === '') continue
          if (!isAbove) status = 'closed'
          else if (status !== 'confirmed') status = 'open'
          if (isAbove && seen) seen = { ...seen, party: '' }
        }
        if (step.kind !== 'compare' || !party) continue
        const now = { entry: entry?.names[0]?.name ?? '', party: party.compared.names[0] ?? '' }
        const how = entry === null ? 'no' : fitOf(now.entry, now.party)
        const matches = how !== 'no' && entry ? [matchOf(entry, how === 'above')] : []
        const judgements = judgeHits(party, pair ? [pair] : [], matches, () => entry?.hash)
        expect(judgements.length).toBeLessThanOrEqual(1)
        const blocked = pair?.above_threshold && (pair.status === 'open' || pair.status === 'confirmed')
        pair = after(pair, party, judgements[0])

        // What blocked goes on blocking, whatever became of the two sides.
        if (blocked)
          expect(pair).toMatchObject({
            status: expect.stringMatching(/open|confirmed/),
            above_threshold: true,
          })
        const isSame = seen?.entry === now.entry && seen.party === now.party
        const isLiving = status !== undefined && status !== 'closed'
        if (isLiving && isSame) {
          // Nothing has changed: nothing happens.
        } else if (isLiving && isAbove && how !== 'above') {
          if (status !== 'confirmed') status = 'open'
          seen = now
        } else if (how !== 'no') {
          if (!isLiving || (status !== 'confirmed' && status !== 'open')) status = 'open'
          seen = now
          isAbove = how === 'above'
        } else if (isLiving && (entry === null || status !== 'confirmed')) status = 'closed'
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
    entry_now: null,
    party_now: null,
    above_threshold: true,
    reopened_because: [],
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

  const other = partyOf('Совсем Другой')

  test('below the threshold it is closed with its reason when it no longer fits', () => {
    const weak = [pair({ above_threshold: false })]
    expect(judgeHits(other, weak, [], listed)).toMatchObject([{ reason: 'subject_changed' }])
    expect(judgeHits(party, weak, [], () => 'another')).toMatchObject([{ reason: 'entry_changed' }])
    expect(judgeHits(party, weak, [], () => undefined)).toMatchObject([{ reason: 'entry_removed' }])
    expect(weak.map(judgeRemoved)).toMatchObject([{ kind: 'close', reason: 'subject_removed' }])
  })

  test.each(['open', 'dismissed', 'confirmed', 'continue'] as const)(
    'above it, one that is %s waits for people and says why',
    (status) => {
      const known = [pair({ status })]
      const hold = (...because: string[]) => [{ kind: 'hold', because }]
      expect(judgeHits(other, known, [], listed)).toMatchObject(hold('party_renamed'))
      expect(judgeHits(other, known, [matchOf(entry, false)], listed)).toMatchObject(hold('party_renamed'))
      expect(judgeHits(party, known, [], () => undefined)).toMatchObject(hold('entry_removed'))
      expect(judgeHits(party, known, [], () => 'another')).toMatchObject(hold('entry'))
      expect(judgeHits(other, known, [], () => undefined)).toMatchObject(
        hold('party_renamed', 'entry_removed'),
      )
      expect(known.map(judgeRemoved)).toMatchObject(hold('party_removed'))
    },
  )

  test('a decision about one that no longer fits holds, until a side changes once more', () => {
    const decided = pair({ party_now: other.compared_hash })
    expect(judgeHits(other, [decided], [], listed)).toEqual([])
    expect(judgeHits(other, [decided], [], () => undefined)).toMatchObject([{ because: ['entry_removed'] }])
    expect(judgeHits(party, [decided], [matchOf(entry)], listed)).toMatchObject([
      { kind: 'reopen', because: ['subject'] },
    ])
    expect(judgeRemoved(pair({ party_now: '' }))).toBeUndefined()
  })

  test('a weak one that waits becomes strong when the rules find it so', () => {
    const weak = (status: KnownPair['status']) => [pair({ status, above_threshold: false })]
    expect(judgeHits(party, weak('open'), [matchOf(entry)], listed)).toMatchObject([{ kind: 'update' }])
    expect(judgeHits(party, weak('dismissed'), [matchOf(entry)], listed)).toEqual([])
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
