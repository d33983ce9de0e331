import type { WordPair } from './compare-words.ts'
import type { NameWord } from './prepare-name.ts'
import { rangeOf, textOf } from './word-positions.ts'

/** How the words of two names compare, and what they weigh, by their positions in the names. */
export interface WordPairing {
  compare(a: NameWord, b: NameWord, at: number, other: number): WordPair | undefined
  weightInA(at: number): number
  weightInB(at: number): number
}

/** The words of one name from `a` on, and those of the other from `b` on, that stand for each other. */
export interface Pair extends WordPair {
  a: number
  aLength: number
  b: number
  bLength: number
}

/** Which words of two names stand for each other. `leftA` and `leftB` have a bit for each word that stands for none. */
export interface Alignment {
  /** From 0 to 1. */
  score: number
  pairs: readonly Pair[]
  leftA: number
  leftB: number
  /** Undefined if one of the names has no legal form. */
  legalForm: 'equal' | 'differs' | undefined
}

/** Takes pairs of words that are still left, the surest first. Ties are broken by the words, so that order never counts. */
export function take(
  alignment: Alignment & { pairs: Pair[] },
  candidates: Pair[],
  a: readonly NameWord[],
  b: readonly NameWord[],
): void {
  if (candidates.length > 1) {
    candidates.sort(
      (p, q) => p.edits / p.letters - q.edits / q.letters || q.letters - p.letters || compareKeys(p, q, a, b),
    )
  }
  for (const pair of candidates) {
    const [inA, inB] = [rangeOf(pair.a, pair.aLength), rangeOf(pair.b, pair.bLength)]
    if ((alignment.leftA & inA) !== inA || (alignment.leftB & inB) !== inB) continue
    alignment.leftA &= ~inA
    alignment.leftB &= ~inB
    alignment.pairs.push(pair)
  }
}

function compareKeys(p: Pair, q: Pair, a: readonly NameWord[], b: readonly NameWord[]): number {
  // Most ties are of single words that are equal in both names: no texts need to be put together for them.
  if (isOfSingleWords(p) && isOfSingleWords(q)) {
    const [first, second] = [(a[p.a] as NameWord).text, (a[q.a] as NameWord).text]
    if (
      first.length === second.length &&
      first === (b[p.b] as NameWord).text &&
      second === (b[q.b] as NameWord).text
    )
      return first < second ? -1 : first > second ? 1 : 0
  }
  const [first, second] = [keyOf(p, a, b), keyOf(q, a, b)]
  return first < second ? -1 : first > second ? 1 : 0
}

function isOfSingleWords({ aLength, bLength }: Pair): boolean {
  return aLength === 1 && bLength === 1
}

function keyOf(pair: Pair, a: readonly NameWord[], b: readonly NameWord[]): string {
  const [inA, inB] = [textOf(a, pair.a, pair.aLength), textOf(b, pair.b, pair.bLength)]
  return inA < inB ? `${inA}|${inB}` : `${inB}|${inA}`
}

export function singlePairs(a: readonly NameWord[], b: readonly NameWord[], pairing: WordPairing): Pair[] {
  const pairs: Pair[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      const pair = pairing.compare(a[i] as NameWord, b[j] as NameWord, i, j)
      if (pair)
        pairs.push({
          a: i,
          aLength: 1,
          b: j,
          bLength: 1,
          edits: pair.edits,
          letters: pair.letters,
          how: pair.how,
        })
    }
  }
  return pairs
}
