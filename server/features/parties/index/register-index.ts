import type { Db } from '../../../platform/db/database.ts'
import { clauseSize, intersectLists, type Source } from './intersect-lists.ts'
import { createPrefixMemory } from './prefix-memory.ts'
import { type Clause, type Conjunction, isCut, type Prefix, type PrefixKind, prefixKey } from './prefixes.ts'
import * as store from './register-index-store.ts'

export interface IndexLimits {
  /** With up to this many candidates, the texts of the candidates are checked; with more, lists are intersected. */
  maxChecked: number
  /** The maximum number of chunks of a list that are read at once. */
  maxChunks: number
}

const defaultLimits: IndexLimits = { maxChecked: 1500, maxChunks: 256 }

/** Only the shortest lists are intersected. Clauses beyond them are checked in the texts of the parties found. */
const maxIntersected = 6

/** The index of one generation, as `buildIndex` has made it, for one search: it remembers what it has read. */
export function createRegisterIndex(db: Db, generation: number, parties: number, limits = defaultLimits) {
  const prefixes = createPrefixMemory((unknown) => store.findPrefixes(db, generation, unknown))
  const textsOf = new Map<number, Record<PrefixKind, string>>()

  function numbersOf(prefix: Prefix): number[] | undefined {
    const known = prefixes.get(prefix)
    return 'numbers' in known ? known.numbers : undefined
  }
  const isRare = (clause: Clause) => clause.every((prefix) => numbersOf(prefix) !== undefined)

  async function readTexts(numbers: number[]): Promise<void> {
    const unknown = [...new Set(numbers)].filter((number) => !textsOf.has(number))
    if (unknown.length === 0) return
    for (const { n, words, joined_names } of await store.findTexts(db, generation, unknown)) {
      textsOf.set(n, { ...splitWords(words), name: joined_names })
    }
  }

  function satisfies(number: number, clause: Clause): boolean {
    const texts = textsOf.get(number)
    return clause.some(({ kind, text }) => texts?.[kind].includes(` ${text}`))
  }

  /** The parties of the rare clauses and the clauses left to check; undefined if there are too many parties. */
  function candidatesOf(conjunction: Conjunction): { numbers: number[]; unchecked: Conjunction } | undefined {
    const rare = conjunction.filter(isRare)
    if (rare.length === 0) return undefined
    const isAnyCut = rare.flat().some(isCut)
    const unchecked = isAnyCut ? conjunction : conjunction.filter((clause) => !rare.includes(clause))
    const numbers = intersection(rare.map((clause) => clause.flatMap((prefix) => numbersOf(prefix) ?? [])))
    const isSmall = numbers.length <= limits.maxChecked
    return unchecked.length === 0 || isSmall || isAnyCut ? { numbers, unchecked } : undefined
  }

  function sourceOf(prefix: Prefix): Source {
    const known = prefixes.get(prefix)
    return 'numbers' in known
      ? { numbers: known.numbers, parties: known.numbers.length }
      : { key: prefixKey(prefix), ...known }
  }

  function findInLists(
    conjunction: Conjunction,
    limit: number,
    excluded: ReadonlySet<number>,
  ): Promise<number[]> {
    const bySize = conjunction
      .map((clause) => ({ clause, sources: clause.map(sourceOf) }))
      .sort((a, b) => clauseSize(a.sources) - clauseSize(b.sources))
    const unchecked = bySize.slice(maxIntersected).map(({ clause }) => clause)
    return intersectLists({
      clauses: bySize.slice(0, maxIntersected).map(({ sources }) => sources),
      parties,
      limit,
      excluded,
      maxChunks: limits.maxChunks,
      async check(candidates) {
        if (unchecked.length === 0) return candidates
        await readTexts(candidates)
        return candidates.filter((number) => unchecked.every((clause) => satisfies(number, clause)))
      },
      readNext: (lists, count) => store.readNextChunks(db, generation, lists, count),
      readBetween: (keys, from, end) => store.readChunksBetween(db, generation, keys, from, end),
    })
  }

  return {
    /** Looks up in one statement what later calls of `find` need. */
    learn: prefixes.learn,
    /** The best `limit` parties that match one of the alternatives and are not excluded: their numbers, best first. */
    async find(
      alternatives: readonly Conjunction[],
      limit: number,
      excluded: ReadonlySet<number>,
    ): Promise<number[]> {
      await prefixes.learn(alternatives)
      const planned = alternatives.map((conjunction) => ({
        conjunction,
        candidates: candidatesOf(conjunction),
      }))
      await readTexts(
        planned.flatMap(({ candidates }) =>
          candidates && candidates.unchecked.length > 0 ? candidates.numbers : [],
        ),
      )
      const found = new Set<number>()
      for (const { conjunction, candidates } of planned) {
        const numbers = candidates
          ? candidates.numbers.filter((number) =>
              candidates.unchecked.every((clause) => satisfies(number, clause)),
            )
          : await findInLists(conjunction, limit, excluded)
        for (const number of numbers) if (!excluded.has(number)) found.add(number)
      }
      return [...found].sort((a, b) => a - b).slice(0, limit)
    },
  }
}

/** INN and OGRN are the last two of the words. */
function splitWords(words: string): { word: string; id: string } {
  const ogrn = words.lastIndexOf(' ', words.length - 2)
  const inn = words.lastIndexOf(' ', ogrn - 1)
  return { word: words.slice(0, inn), id: words.slice(inn) }
}

function intersection(lists: number[][]): number[] {
  const [shortest, ...others] = lists.toSorted((a, b) => a.length - b.length)
  const sets = others.map((numbers) => new Set(numbers))
  return shortest?.filter((number) => sets.every((set) => set.has(number))) ?? []
}
