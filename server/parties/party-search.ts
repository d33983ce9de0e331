import { availableParallelism } from 'node:os'
import { TooBusy } from '../db/availability.ts'
import type { Db } from '../db/database.ts'
import { createSlots } from '../slots.ts'
import type { Party } from './party.ts'
import {
  forgivenPlaces,
  joinedSteps,
  joinedVariants,
  namesStep,
  otherLayoutWords,
  plainSteps,
  type QueryWords,
  queryWords,
  type SearchStep,
  typoSteps,
} from './party-query.ts'
import * as store from './party-store.ts'
import { deletions, isOneTypoAway } from './typo.ts'

/** A search shows this many hits; it looks for one more to know whether there are more. */
export const mostHits = 1000

/** With fewer plain hits than this, other readings of the query are tried: joined words, layout, one typo. */
export const fewHits = 5

/** Milliseconds that a search waits for those before it. */
const patience = 10_000

interface Found {
  party: Party
  organizationId: string | null
}

export interface FoundPage {
  parties: Found[]
  /** What the query was taken for: as typed, then with words joined, in another layout, with a typo put right. */
  readings: QueryWords[]
  total: number
  totalIsExact: boolean
}

export function createPartySearch(db: Db) {
  // A search keeps one core of PostgreSQL busy: with more of them at once, each only gets slower.
  const inTurn = createSlots(availableParallelism(), patience, () => new TooBusy())
  let known: number | undefined

  /** Runs in one generation from beginning to end; when an import replaces it meanwhile, all is asked again. */
  async function inOneGeneration<T>(work: (generation: number) => Promise<T>): Promise<T> {
    for (;;) {
      const generation = known ?? (await store.findCurrentGeneration(db))
      known = generation
      try {
        return await work(generation)
      } catch (error) {
        if (!store.mayBeGone(error)) throw error
        known = undefined
        if ((await store.findCurrentGeneration(db)) === generation) throw error
      }
    }
  }

  return function findPage(q: string, limit: number, offset: number): Promise<FoundPage> {
    return inTurn(() =>
      inOneGeneration(async (generation) => {
        const { hits, readings } = await collectHits(db, generation, q)
        const shown = hits.slice(0, mostHits).slice(offset, offset + limit)
        return {
          parties: await fetchParties(db, generation, shown),
          readings,
          total: Math.min(hits.length, mostHits),
          totalIsExact: hits.length <= mostHits,
        }
      }),
    )
  }
}

async function collectHits(db: Db, generation: number, q: string) {
  const words = queryWords(q)
  const hits: store.Hit[] = []
  const readings: QueryWords[] = [words]
  const seen = new Set<string>()

  /**
   * Adds, behind those already found, the hits of steps that rank alike: in rank order, each party once.
   * `foundAgain` says how many of those already found the steps may find again.
   */
  async function add(
    steps: readonly SearchStep[],
    foundAgain = Math.min(hits.length, fewHits),
  ): Promise<void> {
    if (hits.length > mostHits) return
    const found: store.Hit[] = []
    const wanted = mostHits + 1 - hits.length + foundAgain
    for (const step of steps) found.push(...(await store.findHits(db, generation, step, wanted)))
    found.sort(byRank)
    for (const hit of found) {
      const identity = `${hit.from} ${hit.n}`
      if (hits.length > mostHits || seen.has(identity)) continue
      seen.add(identity)
      hits.push(hit)
    }
  }

  async function addPlain(asked: QueryWords): Promise<void> {
    for (const steps of plainSteps(asked)) await add(steps)
  }

  await addPlain(words)
  if (hits.length < fewHits) {
    readings.push(...joinedVariants(words))
    await add(joinedSteps(words))
  }
  if (hits.length < fewHits) {
    const otherWords = otherLayoutWords(q)
    readings.push(otherWords)
    await addPlain(otherWords)
  }
  if (hits.length < fewHits) {
    const corrections = await findCorrections(db, generation, words)
    readings.push(...corrections.flatMap(({ variants }) => variants))
    // As with plain hits: first the names that begin so, then those who have the words anywhere.
    await add(corrections.map(({ variants }) => namesStep(variants)))
    await add(
      corrections.flatMap(({ steps }) => steps),
      hits.length,
    )
  }
  return { hits, readings }
}

async function fetchParties(db: Db, generation: number, hits: readonly store.Hit[]): Promise<Found[]> {
  const numbers = (from: store.Hit['from']) => hits.filter((hit) => hit.from === from).map(({ n }) => n)
  const inRegister = numbers('register')
  const inOrganizations = numbers('organizations')
  const registered = inRegister.length > 0 ? await store.findParties(db, generation, inRegister) : []
  const organizations =
    inOrganizations.length > 0 ? await store.findOrganizationParties(db, inOrganizations) : []
  const found = new Map<string, Found>()
  for (const { n, ...party } of registered) found.set(`register ${n}`, { party, organizationId: null })
  for (const { n, organization_id, ...party } of organizations) {
    found.set(`organizations ${n}`, { party, organizationId: organization_id })
  }
  return hits.flatMap((hit) => found.get(`${hit.from} ${hit.n}`) ?? [])
}

/** For each word that may hold a typo, what it may have been meant to be. */
async function findCorrections(db: Db, generation: number, words: QueryWords) {
  const corrections: { steps: SearchStep[]; variants: QueryWords[] }[] = []
  for (const place of forgivenPlaces(words)) {
    const word = words[place] as string
    const near = await store.findNeighbours(db, generation, deletions(word))
    const neighbours = near.filter((other) => isOneTypoAway(word, other)).sort()
    if (neighbours.length > 0) {
      corrections.push({
        steps: typoSteps(words, place, neighbours),
        variants: neighbours.map((other) => words.with(place, other)),
      })
    }
  }
  return corrections
}

function byRank(a: store.Hit, b: store.Hit): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.inn !== b.inn) return a.inn < b.inn ? -1 : 1
  if (a.from !== b.from) return a.from === 'register' ? -1 : 1
  return a.n - b.n
}
