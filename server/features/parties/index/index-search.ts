import type { Db } from '../../../platform/db/database.ts'
import { compareLists, type Source, sizeOf } from './compare-lists.ts'
import * as store from './index-store.ts'
import { longestEntry, type Need, type Prefix, prefixKey } from './prefixes.ts'

/** What a party has to have, all of it. */
export type Needs = readonly Need[]

export interface SearchLimits {
  /** Up to so many parties are looked at one by one; for more, lists are compared. */
  mostLookedAt: number
  /** The most pieces of a list that are read at a time. */
  piecesAtOnce: number
}

/** Of a query of many words, those with the shortest lists; parties that have them are looked at for the others. */
const mostCompared = 6

const usualLimits: SearchLimits = { mostLookedAt: 1500, piecesAtOnce: 256 }

/**
 * Search in one generation by what `buildIndex` has made of it. What was once asked is remembered, so one query, which
 * asks for the same words in several ways, makes one of these.
 */
export function createIndexSearch(db: Db, generation: number, parties: number, limits = usualLimits) {
  const prefixes = new Map<string, store.KnownPrefix>()
  const textsOf = new Map<number, { words: string; names: string }>()

  const nameOf = ({ kind, text }: Prefix) => `${kind} ${text}`

  /** The parties of a prefix that is not common. */
  function fewOf(prefix: Prefix): number[] | undefined {
    const known = prefixes.get(nameOf(prefix))
    return known && 'numbers' in known ? known.numbers : undefined
  }
  const isRare = (need: Need) => need.every((prefix) => fewOf(prefix) !== undefined)

  async function learn(alternatives: readonly Needs[]): Promise<void> {
    const unknown = new Map<string, Prefix>()
    for (const prefix of alternatives.flat(2)) {
      if (!prefixes.has(nameOf(prefix))) unknown.set(nameOf(prefix), prefix)
    }
    if (unknown.size === 0) return
    const found = await store.findPrefixes(db, generation, [...unknown.values()])
    for (const [i, name] of [...unknown.keys()].entries()) {
      prefixes.set(name, found[i] as store.KnownPrefix)
    }
  }

  async function learnTexts(numbers: number[]): Promise<void> {
    const unknown = [...new Set(numbers)].filter((number) => !textsOf.has(number))
    if (unknown.length === 0) return
    for (const { n, words, joined_names } of await store.findTexts(db, generation, unknown)) {
      textsOf.set(n, { words, names: joined_names })
    }
  }

  function fits(number: number, need: Need): boolean {
    const texts = textsOf.get(number)
    // INN and OGRN are among the words.
    return need.some(({ kind, text }) => texts?.[kind === 'name' ? 'names' : 'words'].includes(` ${text}`))
  }

  /** The few parties among which the hits are, and what is still to be looked at; undefined if there are many. */
  function candidatesOf(needs: Needs): { numbers: number[]; left: Needs } | undefined {
    const rare = needs.filter(isRare)
    if (rare.length === 0) return undefined
    const isCut = rare.flat().some(({ text }) => text.length >= longestEntry)
    const left = isCut ? needs : needs.filter((need) => !rare.includes(need))
    const numbers = inAll(rare.map((need) => need.flatMap((prefix) => fewOf(prefix) ?? [])))
    return left.length === 0 || numbers.length <= limits.mostLookedAt || isCut ? { numbers, left } : undefined
  }

  function sourceOf(prefix: Prefix): Source {
    const known = prefixes.get(nameOf(prefix)) as store.KnownPrefix
    return 'numbers' in known
      ? { numbers: known.numbers, parties: known.numbers.length }
      : { key: prefixKey(prefix), ...known }
  }

  function findInLists(needs: Needs, wanted: number, known: ReadonlySet<number>): Promise<number[]> {
    const bySize = needs
      .map((need) => ({ need, sources: need.map(sourceOf) }))
      .sort((a, b) => sizeOf(a.sources) - sizeOf(b.sources))
    const left = bySize.slice(mostCompared).map(({ need }) => need)
    return compareLists({
      needs: bySize.slice(0, mostCompared).map(({ sources }) => sources),
      parties,
      wanted,
      known,
      piecesAtOnce: limits.piecesAtOnce,
      async check(candidates) {
        if (left.length === 0) return candidates
        await learnTexts(candidates)
        return candidates.filter((number) => left.every((need) => fits(number, need)))
      },
      readOn: (lists, count) => store.readListsOn(db, generation, lists, count),
      readBetween: (keys, from, end) => store.readListsBetween(db, generation, keys, from, end),
    })
  }

  return {
    /** Asks beforehand, all at once, what later calls of `find` need. */
    learn,
    /**
     * Up to `wanted` parties that fit every need of one of the alternatives and are not among the known ones, by number,
     * the best first.
     */
    async find(
      alternatives: readonly Needs[],
      wanted: number,
      known: ReadonlySet<number>,
    ): Promise<number[]> {
      await learn(alternatives)
      const ways = alternatives.map((needs) => ({ needs, candidates: candidatesOf(needs) }))
      await learnTexts(
        ways.flatMap(({ candidates }) =>
          candidates && candidates.left.length > 0 ? candidates.numbers : [],
        ),
      )
      const found = new Set<number>()
      for (const { needs, candidates } of ways) {
        const numbers = candidates
          ? candidates.numbers.filter((number) => candidates.left.every((need) => fits(number, need)))
          : await findInLists(needs, wanted, known)
        for (const number of numbers) if (!known.has(number)) found.add(number)
      }
      return [...found].sort((a, b) => a - b).slice(0, wanted)
    },
  }
}

/** The numbers that are in all of the lists. */
function inAll(lists: number[][]): number[] {
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length)
  const sets = others.map((numbers) => new Set(numbers))
  return shortest?.filter((number) => sets.every((set) => set.has(number))) ?? []
}
