import { availableParallelism } from 'node:os'
import type { Db } from '../../../platform/db/database.ts'
import { TooBusy } from '../../../platform/db/primary/availability.ts'
import { createSlots } from '../../../platform/slots.ts'
import { createIndexSearch, type Needs } from '../index/index-search.ts'
import type { Need } from '../index/prefixes.ts'
import type { Party } from '../party.ts'
import * as store from '../party-store.ts'
import { findOrganizationHits, hasOrganizationsBesideRegister } from './organization-hits.ts'
import {
  forgivenPlaces,
  isNumber,
  joinedSteps,
  joinedVariants,
  namesStep,
  otherLayoutWords,
  plainSteps,
  type QueryWords,
  queryWords,
  type SearchStep,
  typoStep,
} from './party-query.ts'
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

/** Where a hit was found; `n` is the row's number there. */
interface Hit {
  from: 'register' | 'organizations'
  n: number
}

interface Register {
  generation: number
  parties: number
}

export function createPartySearch(db: Db) {
  // A search keeps one core busy: with more of them at once, each only gets slower.
  const inTurn = createSlots(availableParallelism(), patience, () => new TooBusy())
  let known: Register | undefined

  async function currentRegister(): Promise<Register> {
    const generation = await store.findCurrentGeneration(db)
    return { generation, parties: await store.countParties(db, generation) }
  }

  /** Everything of one generation: when an import replaces it meanwhile, all is asked again. */
  async function findPage(q: string, limit: number, offset: number): Promise<FoundPage> {
    for (;;) {
      const register = known ?? (await currentRegister())
      known = register
      try {
        const { hits, readings } = await collectHits(db, register, q)
        const shown = hits.slice(0, mostHits).slice(offset, offset + limit)
        const [parties, current] = await Promise.all([
          fetchParties(db, register.generation, shown),
          // Organizations go in and out of the register with an import: the hits must all be of one generation.
          store.findCurrentGeneration(db),
        ])
        if (current === register.generation) {
          const total = Math.min(hits.length, mostHits)
          return { parties, readings, total, totalIsExact: hits.length <= mostHits }
        }
      } catch (error) {
        if (!store.mayBeGone(error)) throw error
        if ((await store.findCurrentGeneration(db)) === register.generation) throw error
      }
      known = undefined
    }
  }

  return (q: string, limit: number, offset: number) => inTurn(() => findPage(q, limit, offset))
}

async function collectHits(db: Db, { generation, parties }: Register, q: string) {
  const words = queryWords(q)
  const hits: Hit[] = []
  const readings: QueryWords[] = [words]
  const knownParties = new Set<number>()
  const knownOrganizations = new Set<number>()
  const index = createIndexSearch(db, generation, parties)
  const [asksOrganizations] = await Promise.all([
    hasOrganizationsBesideRegister(db),
    learn(plainSteps(words)),
  ])

  function learn(steps: readonly SearchStep[]): Promise<void> {
    return index.learn(steps.map(needsOf))
  }

  function findNumbers(steps: readonly SearchStep[], wanted: number): Promise<number[]> {
    const id = steps[0]?.id
    return id?.isWhole
      ? store.findNumbersById(db, generation, id.text)
      : index.find(steps.map(needsOf), wanted, knownParties)
  }

  /** Adds, behind those already found, the hits of steps that rank alike: in rank order, each party once. */
  async function add(steps: readonly SearchStep[]): Promise<void> {
    const wanted = mostHits + 1 - hits.length
    if (wanted <= 0) return
    const numbers = await findNumbers(steps, wanted)
    const organizations = new Map<number, Ranked>()
    for (const step of asksOrganizations ? steps : []) {
      // Those found before may be among them.
      for (const hit of await findOrganizationHits(db, step, mostHits + 1)) {
        if (!knownOrganizations.has(hit.n)) organizations.set(hit.n, { from: 'organizations', ...hit })
      }
    }
    const merged: Hit[] =
      organizations.size === 0
        ? numbers.map((n) => ({ from: 'register', n }))
        : [
            ...(await store.findRanks(db, generation, numbers)).map(
              (party): Ranked => ({ from: 'register', ...party }),
            ),
            ...organizations.values(),
          ].sort(byRank)
    for (const { from, n } of merged.slice(0, wanted)) {
      ;(from === 'register' ? knownParties : knownOrganizations).add(n)
      hits.push({ from, n })
    }
  }

  async function addPlain(asked: QueryWords): Promise<void> {
    const steps = plainSteps(asked)
    await learn(steps)
    for (const step of steps) await add([step])
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
    await add(corrections.map(({ step }) => step))
  }
  return { hits, readings }
}

/** What a step asks of the register's index. */
function needsOf({ id, words, anyWords, names }: SearchStep): Needs {
  const ofWord = (text: string): Need =>
    isNumber(text)
      ? [
          { kind: 'word', text },
          { kind: 'id', text },
        ]
      : [{ kind: 'word', text }]
  return [
    ...(id ? [[{ kind: 'id', text: id.text } as const]] : []),
    ...words.map(ofWord),
    ...(anyWords.length > 0 ? [anyWords.flatMap(ofWord)] : []),
    ...(names.length > 0 ? [names.map((text) => ({ kind: 'name', text }) as const)] : []),
  ]
}

async function fetchParties(db: Db, generation: number, hits: readonly Hit[]): Promise<Found[]> {
  const numbers = (from: Hit['from']) => hits.filter((hit) => hit.from === from).map(({ n }) => n)
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
  const places = forgivenPlaces(words)
  if (places.length === 0) return []
  const near = await store.findNeighbours(
    db,
    generation,
    places.flatMap((place) => deletions(words[place] as string)),
  )
  return places.flatMap((place) => {
    const word = words[place] as string
    const neighbours = near.filter((other) => isOneTypoAway(word, other)).sort()
    if (neighbours.length === 0) return []
    return {
      step: typoStep(words, place, neighbours),
      variants: neighbours.map((other) => words.with(place, other)),
    }
  })
}

type Ranked = Hit & { rank: number; inn: string }

function byRank(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.inn !== b.inn) return a.inn < b.inn ? -1 : 1
  if (a.from !== b.from) return a.from === 'register' ? -1 : 1
  return a.n - b.n
}
