import type { Db } from '../../../platform/db/database.ts'
import * as store from './organization-index-store.ts'
import { createPrefixMemory } from './prefix-memory.ts'
import { type Clause, type Conjunction, isCut, type Prefix, prefixName } from './prefixes.ts'

export type { OrganizationHit } from './organization-index-store.ts'

export interface OrganizationLimits {
  /** A prefix with more entries is common: its organizations are read from the best rank on, and usually not all. */
  maxRare: number
  /** The entries of common prefixes are counted up to this number. */
  maxCounted: number
}

const defaultLimits: OrganizationLimits = { maxRare: 1500, maxCounted: 10_000 }

/** The index is read for the smallest clauses. The others are checked in the texts of what is left. */
const maxIndexed = 6

/** The index of the organizations that are not in the register, for one search: it remembers what it has read. */
export function createOrganizationIndex(db: Db, limits = defaultLimits) {
  const prefixes = createPrefixMemory((unknown) => store.findPrefixes(db, unknown, limits.maxRare))
  const counts = new Map<string, number>()

  const isCommon = (prefix: Prefix) => 'isCommon' in prefixes.get(prefix)

  function hitsOf(prefix: Prefix): store.OrganizationHit[] {
    const known = prefixes.get(prefix)
    return 'hits' in known ? known.hits : []
  }

  async function countCommon(conjunction: Conjunction): Promise<void> {
    const uncounted = conjunction
      .flat()
      .filter((prefix) => isCommon(prefix) && !counts.has(prefixName(prefix)))
    if (uncounted.length === 0) return
    const counted = await store.countEntries(db, uncounted, limits.maxCounted)
    for (const [i, prefix] of uncounted.entries()) counts.set(prefixName(prefix), counted[i] as number)
  }

  /** The number of entries, up to `maxCounted`. Common prefixes must have been counted. */
  function sizeOf(clause: Clause): number {
    const size = clause.reduce(
      (sum, prefix) => sum + (counts.get(prefixName(prefix)) ?? hitsOf(prefix).length),
      0,
    )
    return Math.min(size, limits.maxCounted)
  }

  function smallestOf(conjunction: Conjunction): Clause {
    return conjunction.reduce((smallest, clause) => (sizeOf(clause) < sizeOf(smallest) ? clause : smallest))
  }

  function partlyKnown(clause: Clause): store.PartlyKnownClause {
    // The entries of a cut prefix are only candidates, so its text is checked.
    if (clause.some(isCut)) return { numbers: [], prefixes: clause }
    return { numbers: clause.flatMap(hitsOf).map(({ n }) => n), prefixes: clause.filter(isCommon) }
  }

  async function findConjunction(conjunction: Conjunction, limit: number): Promise<store.OrganizationHit[]> {
    const rareClauses = conjunction.filter((clause) => !clause.some(isCommon))
    if (rareClauses.length === 0 && conjunction.length > 1) await countCommon(conjunction)
    const smallest = smallestOf(rareClauses.length > 0 ? rareClauses : conjunction)
    const others = smallest.some(isCut) ? conjunction : conjunction.filter((clause) => clause !== smallest)
    return [
      ...(await findRare(smallest.flatMap(hitsOf), others)),
      ...(await findCommon(smallest, others, limit)),
    ]
  }

  /** Those of the organizations of rare prefixes that satisfy the other clauses. */
  async function findRare(
    hits: readonly store.OrganizationHit[],
    others: Conjunction,
  ): Promise<readonly store.OrganizationHit[]> {
    const clauses = others.map(partlyKnown)
    const known = clauses
      .filter(({ prefixes }) => prefixes.length === 0)
      .map(({ numbers }) => new Set(numbers))
    const candidates = hits.filter(({ n }) => known.every((numbers) => numbers.has(n)))
    const unknown = clauses.filter(({ prefixes }) => prefixes.length > 0)
    if (candidates.length === 0 || unknown.length === 0) return candidates
    return store.findMatching(
      db,
      candidates.map(({ n }) => n),
      unknown,
    )
  }

  /** The best organizations of the common prefixes of a clause that satisfy the other clauses. */
  async function findCommon(
    smallest: Clause,
    others: Conjunction,
    limit: number,
  ): Promise<store.OrganizationHit[]> {
    const common = smallest.filter(isCommon)
    if (common.length === 0) return []
    // Reading an entry takes a twentieth of the time of checking a text. Only a clause with very many entries is better
    // checked in the texts of a few organizations.
    const indexed = others
      .filter((clause) => !clause.some(isCut))
      .filter((clause) => sizeOf(clause) < limits.maxCounted || sizeOf(smallest) === limits.maxCounted)
      .toSorted((a, b) => sizeOf(a) - sizeOf(b))
      .slice(0, maxIndexed - 1)
    const checked = others.filter((clause) => !indexed.includes(clause))
    return store.findBest(
      db,
      {
        indexed: [{ numbers: [], prefixes: common }, ...indexed.map(partlyKnown)],
        checked: checked.map(partlyKnown),
      },
      limit,
    )
  }

  return {
    /** Looks up in one statement what later calls of `find` need. */
    learn: prefixes.learn,
    /** The best `limit` organizations that match one of the alternatives, best first. */
    async find(alternatives: readonly Conjunction[], limit: number): Promise<store.OrganizationHit[]> {
      await prefixes.learn(alternatives)
      const found = new Map<number, store.OrganizationHit>()
      for (const conjunction of alternatives) {
        for (const hit of await findConjunction(conjunction, limit)) found.set(hit.n, hit)
      }
      return [...found.values()].sort(byRank).slice(0, limit)
    },
  }
}

function byRank(a: store.OrganizationHit, b: store.OrganizationHit): number {
  return a.rank - b.rank || (a.inn === b.inn ? a.n - b.n : a.inn < b.inn ? -1 : 1)
}
