import { availableParallelism } from 'node:os'
import type { Db } from '../../../platform/db/database.ts'
import { TooBusy } from '../../../platform/db/primary/availability.ts'
import { createSlots } from '../../../platform/slots.ts'
import { countParties, findCurrentGeneration } from '../index/generations.ts'
import { createOrganizationIndex, type OrganizationHit } from '../index/organization-index.ts'
import { findById } from '../index/organization-index-store.ts'
import { createRegisterIndex } from '../index/register-index.ts'
import type { Party } from '../model/party.ts'
import { deletions, isOneTypoAway } from '../model/typo.ts'
import {
  type Correction,
  correctablePositions,
  correctedSteps,
  correctedVariants,
  joinedStep,
  joinedVariants,
  otherLayoutWords,
  plainSteps,
  type QueryWords,
  queryWords,
  type SearchStep,
} from './party-query.ts'
import * as store from './search-store.ts'

/** A search returns at most this many results. It looks for one more to know whether there are more. */
const maxResults = 1000

/** With fewer results than this, other readings of the query are tried: joined words, other layout, one typo. */
const fewResults = 5

/** Milliseconds that a search waits for others to finish. */
const maxWait = 10_000

interface FoundParty {
  party: Party
  organizationId: string | null
}

export interface FoundPage {
  parties: FoundParty[]
  /** How the query was understood: as typed, then with joined words, in the other layout, with a typo corrected. */
  readings: QueryWords[]
  total: number
  totalIsExact: boolean
}

/** A row of the register or of `party_organizations`; `n` is its number there. */
interface Hit {
  from: 'register' | 'organizations'
  n: number
}

interface Register {
  generation: number
  parties: number
}

export function createPartySearch(db: Db) {
  // Each search keeps one core busy: more of them at once would only slow each other down.
  const inTurn = createSlots(availableParallelism(), maxWait, () => new TooBusy())
  let known: Register | undefined

  async function currentRegister(): Promise<Register> {
    const generation = await findCurrentGeneration(db)
    return { generation, parties: await countParties(db, generation) }
  }

  /** Reads one generation only: if an import replaces it meanwhile, the search starts again. */
  async function findPage(q: string, limit: number, offset: number): Promise<FoundPage> {
    for (;;) {
      const register = known ?? (await currentRegister())
      known = register
      try {
        const { hits, readings } = await collectHits(db, register, q)
        const shown = hits.slice(0, maxResults).slice(offset, offset + limit)
        const [parties, current] = await Promise.all([
          fetchParties(db, register.generation, shown),
          // An import moves organizations in and out of the register, so all hits must belong to one generation.
          findCurrentGeneration(db),
        ])
        if (current === register.generation) {
          const total = Math.min(hits.length, maxResults)
          return { parties, readings, total, totalIsExact: hits.length <= maxResults }
        }
      } catch (error) {
        if (!store.isUndefinedTable(error)) throw error
        if ((await findCurrentGeneration(db)) === register.generation) throw error
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
  const register = createRegisterIndex(db, generation, parties)
  const organizations = createOrganizationIndex(db)

  async function learn(steps: readonly SearchStep[]): Promise<void> {
    const alternatives = steps.flatMap((step) => ('id' in step ? [] : step.alternatives))
    await Promise.all([register.learn(alternatives), organizations.learn(alternatives)])
  }

  function findNumbers(step: SearchStep, limit: number): Promise<number[]> {
    return 'id' in step
      ? store.findNumbersById(db, generation, step.id)
      : register.find(step.alternatives, limit, knownParties)
  }

  async function findOrganizations(step: SearchStep): Promise<OrganizationHit[]> {
    // One more than can be shown, because earlier steps may have found some of them.
    const found =
      'id' in step ? await findById(db, step.id) : await organizations.find(step.alternatives, maxResults + 1)
    return found.filter(({ n }) => !knownOrganizations.has(n))
  }

  /** Appends the hits of a step in the order of rank, without those of earlier steps. */
  async function add(step: SearchStep): Promise<void> {
    const limit = maxResults + 1 - hits.length
    if (limit <= 0) return
    const [numbers, beside] = await Promise.all([findNumbers(step, limit), findOrganizations(step)])
    const merged: Hit[] =
      beside.length === 0
        ? numbers.map((n) => ({ from: 'register', n }))
        : [
            ...(await store.findRanks(db, generation, numbers)).map(
              (party): RankedHit => ({ from: 'register', ...party }),
            ),
            ...beside.map((organization): RankedHit => ({ from: 'organizations', ...organization })),
          ].sort(byRank)
    for (const { from, n } of merged.slice(0, limit)) {
      ;(from === 'register' ? knownParties : knownOrganizations).add(n)
      hits.push({ from, n })
    }
  }

  async function addAll(steps: readonly SearchStep[]): Promise<void> {
    await learn(steps)
    for (const step of steps) await add(step)
  }

  await addAll(plainSteps(words))
  if (hits.length < fewResults) {
    readings.push(...joinedVariants(words))
    await addAll([joinedStep(words)])
  }
  if (hits.length < fewResults) {
    const otherWords = otherLayoutWords(q)
    readings.push(otherWords)
    await addAll(plainSteps(otherWords))
  }
  if (hits.length < fewResults) {
    const corrections = await findCorrections(db, generation, words)
    readings.push(...corrections.flatMap((correction) => correctedVariants(words, correction)))
    await addAll(correctedSteps(words, corrections))
  }
  return { hits, readings }
}

async function fetchParties(db: Db, generation: number, hits: readonly Hit[]): Promise<FoundParty[]> {
  const numbers = (from: Hit['from']) => hits.filter((hit) => hit.from === from).map(({ n }) => n)
  const inRegister = numbers('register')
  const inOrganizations = numbers('organizations')
  const registered = inRegister.length > 0 ? await store.findParties(db, generation, inRegister) : []
  const organizations =
    inOrganizations.length > 0 ? await store.findOrganizationParties(db, inOrganizations) : []
  const found = new Map<string, FoundParty>()
  for (const { n, ...party } of registered) found.set(`register ${n}`, { party, organizationId: null })
  for (const { n, organization_id, ...party } of organizations) {
    found.set(`organizations ${n}`, { party, organizationId: organization_id })
  }
  return hits.flatMap((hit) => found.get(`${hit.from} ${hit.n}`) ?? [])
}

/** For each word that may contain a typo, the words of the vocabulary that are one typo away. */
async function findCorrections(db: Db, generation: number, words: QueryWords): Promise<Correction[]> {
  const positions = correctablePositions(words)
  if (positions.length === 0) return []
  const near = await store.findNeighbours(
    db,
    generation,
    positions.flatMap((position) => deletions(words[position] as string)),
  )
  return positions.flatMap((position) => {
    const word = words[position] as string
    const neighbours = near.filter((other) => isOneTypoAway(word, other)).sort()
    return neighbours.length === 0 ? [] : [{ position, neighbours }]
  })
}

type RankedHit = Hit & { rank: number; inn: string }

function byRank(a: RankedHit, b: RankedHit): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.inn !== b.inn) return a.inn < b.inn ? -1 : 1
  if (a.from !== b.from) return a.from === 'register' ? -1 : 1
  return a.n - b.n
}
