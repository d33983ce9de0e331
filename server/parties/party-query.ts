import { foldWords, withoutLegalForms } from '../../contract/text-folding.ts'
import { otherLayout } from './keyboard-layout.ts'
import { isLongNumber, nameKey, wordKey } from './party-keys.ts'
import { isForgiven } from './typo.ts'

/** One pass over the index. A hit has all the keys, one of `anyKeys` if there are any, and fits every pattern. */
export interface SearchStep {
  keys: number[]
  anyKeys: number[]
  /** Instead of keys: INN or OGRN begins with this long number. */
  number: string | null
  /** LIKE patterns over the words: all of them, and one of `anyWords` if there are any. */
  words: string[]
  anyWords: string[]
  /** LIKE patterns over the joined names, one of which fits if there are any. */
  names: string[]
  /** LIKE patterns over INN and OGRN; what an earlier step found is left out. */
  id: string | null
  notName: string | null
  notId: string | null
}

/** The words that a hit has to have: folded, without legal forms. */
export type QueryWords = readonly string[]

// The longest words narrow a search most; the others are left to the recheck.
const mostKeys = 5

// Each of these is a pass of its own, so a query of a hundred words gets no more of them than a long name has.
const mostJoined = 5
const mostForgiven = 8

export function queryWords(q: string): QueryWords {
  return withoutLegalForms(foldWords(q))
}

const digitsOnly = /^\d+$/

/** A word that begins another one is asked with it. */
function withoutImplied(words: QueryWords): string[] {
  const distinct = [...new Set(words)]
  return distinct.filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)))
}

function wordKeys(words: readonly string[]): number[] {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .slice(0, mostKeys)
    .map(wordKey)
}

const anyStep = {
  keys: [],
  anyKeys: [],
  number: null,
  words: [],
  anyWords: [],
  names: [],
  id: null,
  notName: null,
  notId: null,
}

function allWordsSteps(words: QueryWords): SearchStep[] {
  const asked = withoutImplied(words)
  return byNumberToo(asked, {
    ...anyStep,
    keys: wordKeys(asked),
    words: asked.map((word) => `% ${word}%`),
  })
}

/** A long number among the words can stand in a name, where keys find it, or be an INN or OGRN. */
function byNumberToo(words: readonly string[], step: SearchStep): SearchStep[] {
  const number = words.find(isLongNumber)
  return number === undefined ? [step] : [{ ...step, keys: [], anyKeys: [], number }, step]
}

/**
 * The passes of a plain search by class, best class first: the exact identifier, its beginning, the beginning of the
 * name, all words. None finds what an earlier class has found.
 */
export function plainSteps(words: QueryWords): SearchStep[][] {
  if (words.length === 0) return []
  const joined = words.join('')
  const name = `% ${joined}%`
  const isId = words.length === 1 && digitsOnly.test(joined)
  const idPrefix = isId ? `${joined}%` : null
  const byName: SearchStep[][] = [
    [{ ...anyStep, keys: [nameKey(joined)], names: [name], notId: idPrefix }],
    allWordsSteps(words).map((step) => ({ ...step, notName: name, notId: idPrefix })),
  ]
  if (!isId) return byName
  if (isLongNumber(joined)) {
    const byNumber = { ...anyStep, number: joined }
    return [[{ ...byNumber, id: joined }], [{ ...byNumber, notId: joined }], ...byName]
  }
  return [[{ ...anyStep, keys: [wordKey(joined)], id: idPrefix }], ...byName]
}

/**
 * The same words with two neighbours written as one («альфа банк» → «альфабанк»);
 * groups of digits («7736 050 003») as one number.
 */
export function joinedVariants(words: QueryWords): QueryWords[] {
  if (words.length < 2) return []
  if (words.every((word) => digitsOnly.test(word))) return [[words.join('')]]
  return words
    .slice(1, 1 + mostJoined)
    .map((word, i) => [...words.slice(0, i), `${words[i]}${word}`, ...words.slice(i + 2)])
}

export function joinedSteps(words: QueryWords): SearchStep[] {
  return joinedVariants(words).flatMap(allWordsSteps)
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

/** The pass for names that begin with one of the variants. */
export function namesStep(variants: readonly QueryWords[]): SearchStep {
  const joined = variants.map((words) => words.join(''))
  return { ...anyStep, anyKeys: joined.map(nameKey), names: joined.map((name) => `% ${name}%`) }
}

/** The passes for hits that have one of the `neighbours` instead of the word at `place`. */
export function typoSteps(words: QueryWords, place: number, neighbours: readonly string[]): SearchStep[] {
  const others = withoutImplied(words.filter((_, i) => i !== place))
  return byNumberToo(others, {
    ...anyStep,
    keys: wordKeys(others),
    anyKeys: neighbours.map(wordKey),
    words: others.map((word) => `% ${word}%`),
    anyWords: neighbours.map((word) => `% ${word}%`),
  })
}
