import { readFileSync } from 'node:fs'
import type { Schema } from '../server/features/screening/model/entry.ts'
import { splitRecord } from '../server/platform/csv-record.ts'
import { createRandom } from './screening-data.ts'

export interface LabelledPair {
  schema: Schema
  name: string
  other: string
  isMatch: boolean
}

export interface ScoredPair extends LabelledPair {
  score: number
}

/** Reads pairs with the columns `schema,name1,name2,is_match`. */
export function readPairs(path: string): LabelledPair[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  if (header?.trim() !== 'schema,name1,name2,is_match') {
    throw new Error(`${path}: the header is not schema,name1,name2,is_match`)
  }
  return lines.map((line) => {
    const fields = splitRecord(line, ',')
    if (typeof fields === 'string' || fields.length !== 4)
      throw new Error(`${path}: a row is damaged: ${line}`)
    const [schema, name, other, isMatch] = fields as [Schema, string, string, string]
    return { schema, name, other, isMatch: isMatch === 'true' }
  })
}

export interface Quality {
  f1: number
  precision: number
  recall: number
  pairs: number
}

export function qualityOf(judged: readonly { isMatch: boolean; isFound: boolean }[]): Quality {
  const right = judged.filter(({ isMatch, isFound }) => isMatch && isFound).length
  const found = judged.filter(({ isFound }) => isFound).length
  const matches = judged.filter(({ isMatch }) => isMatch).length
  return {
    pairs: judged.length,
    precision: found === 0 ? 1 : right / found,
    recall: matches === 0 ? 1 : right / matches,
    f1: found + matches === 0 ? 1 : (2 * right) / (found + matches),
  }
}

export function qualityAt(pairs: readonly ScoredPair[], threshold: number): Quality {
  return qualityOf(pairs.map(({ isMatch, score }) => ({ isMatch, isFound: score >= threshold })))
}

const folds = 5
const seed = 5

export interface CrossValidation {
  together: Quality
  byFold: Quality[]
  byKind: Map<string, Quality>
}

/** F1 of each fold with the threshold that is best on the other four, of all folds together, and by kind of pair. */
export function crossValidate(pairs: readonly ScoredPair[]): CrossValidation {
  const random = createRandom(seed)
  const foldOf = pairs.map(() => Math.floor(random.next() * folds))
  const judged: (ScoredPair & { isFound: boolean })[] = []
  const byFold: Quality[] = []
  for (let fold = 0; fold < folds; fold++) {
    const threshold = bestThreshold(pairs.filter((_, i) => foldOf[i] !== fold))
    const own = pairs
      .filter((_, i) => foldOf[i] === fold)
      .map((pair) => ({ ...pair, isFound: pair.score >= threshold }))
    byFold.push(qualityOf(own))
    judged.push(...own)
  }
  const byKind = new Map([...Map.groupBy(judged, kindOf)].map(([kind, ofKind]) => [kind, qualityOf(ofKind)]))
  return { together: qualityOf(judged), byFold, byKind }
}

function bestThreshold(pairs: readonly ScoredPair[]): number {
  let best = { threshold: 0.5, f1: 0 }
  for (let percent = 50; percent <= 95; percent++) {
    const { f1 } = qualityAt(pairs, percent / 100)
    if (f1 > best.f1) best = { threshold: percent / 100, f1 }
  }
  return best.threshold
}

/** Pairs by what is compared and how they differ. */
function kindOf({ schema, name, other }: LabelledPair): string {
  const scripts = [name, other].map((text) => (/\p{Script=Latin}/u.test(text) ? 'latin' : 'other'))
  const counts = [name, other].map((text) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0)
  if (scripts[0] !== scripts[1]) return `${schema}, two scripts`
  if (scripts[0] === 'other') return `${schema}, not Latin`
  return counts[0] === counts[1] ? `${schema}, same number of words` : `${schema}, more words`
}
