import { foldWords, withoutLegalForms } from '../../../../contract/text-folding.ts'
import { otherLayout } from './keyboard-layout.ts'
import { isForgiven } from './typo.ts'

/** What a hit has to have, all of it. */
export interface SearchStep {
  /** INN or OGRN begins so, or is just that. */
  id: { text: string; isWhole: boolean } | null
  /** Each of these begins a word. */
  words: readonly string[]
  /** If there are any, one of these begins a word. */
  anyWords: readonly string[]
  /** If there are any, one of these begins a name, written as one word. */
  names: readonly string[]
}

/** The words that a hit has to have: folded, without legal forms. */
export type QueryWords = readonly string[]

// Each of these is a pass of its own, so a query of a hundred words gets no more of them than a long name has.
const mostJoined = 5
const mostForgiven = 8

export function queryWords(q: string): QueryWords {
  return withoutLegalForms(foldWords(q))
}

const digitsOnly = /^\d+$/

/** Whether the word can be the beginning of an INN or OGRN. */
export function isNumber(word: string): boolean {
  return digitsOnly.test(word)
}

/** A word that begins another one is asked with it. */
function withoutImplied(words: QueryWords): string[] {
  const distinct = [...new Set(words)]
  return distinct.filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)))
}

const anyStep: SearchStep = { id: null, words: [], anyWords: [], names: [] }

/**
 * The steps of a plain search, best class first: the exact identifier, its beginning, the beginning of the name, all
 * words. A later one may find again what an earlier one has found.
 */
export function plainSteps(words: QueryWords): SearchStep[] {
  if (words.length === 0) return []
  const joined = words.join('')
  const byName: SearchStep[] = [
    { ...anyStep, names: [joined] },
    { ...anyStep, words: withoutImplied(words) },
  ]
  if (words.length > 1 || !isNumber(joined)) return byName
  return [
    { ...anyStep, id: { text: joined, isWhole: true } },
    { ...anyStep, id: { text: joined, isWhole: false } },
    ...byName,
  ]
}

/**
 * The same words with two neighbours written as one («альфа банк» → «альфабанк»);
 * groups of digits («7736 050 003») as one number.
 */
export function joinedVariants(words: QueryWords): QueryWords[] {
  if (words.length < 2) return []
  if (words.every(isNumber)) return [[words.join('')]]
  return words
    .slice(1, 1 + mostJoined)
    .map((word, i) => [...words.slice(0, i), `${words[i]}${word}`, ...words.slice(i + 2)])
}

export function joinedSteps(words: QueryWords): SearchStep[] {
  return joinedVariants(words).map((variant) => ({ ...anyStep, words: withoutImplied(variant) }))
}

/** The words as the other keyboard layout would have typed them. */
export function otherLayoutWords(q: string): QueryWords {
  const text = otherLayout(q)
  return text === undefined ? [] : queryWords(text)
}

/** The words in which a typo is looked for, by their place in the query. */
export function forgivenPlaces(words: QueryWords): number[] {
  return words.flatMap((word, place) => (isForgiven(word) ? [place] : [])).slice(0, mostForgiven)
}

/** The step for names that begin with one of the variants. */
export function namesStep(variants: readonly QueryWords[]): SearchStep {
  return { ...anyStep, names: variants.map((words) => words.join('')) }
}

/** The step for hits that have one of the `neighbours` instead of the word at `place`. */
export function typoStep(words: QueryWords, place: number, neighbours: readonly string[]): SearchStep {
  const others = words.filter((_, i) => i !== place)
  return { ...anyStep, words: withoutImplied(others), anyWords: neighbours }
}
