import { otherLayout } from '../../../../contract/values/keyboard-layout.ts'
import { foldWords, withoutLegalForms } from '../../../../contract/values/text-folding.ts'
import type { Clause, Conjunction } from '../index/prefixes.ts'
import { isCorrectable } from '../model/typo.ts'

/** The words of a query: folded, without legal forms. */
export type QueryWords = readonly string[]

/** One class of results. All results of a step rank before those of later steps. */
export type SearchStep =
  /** Parties with exactly this INN or OGRN. */
  | { id: string }
  /** Parties that match one of the conjunctions. */
  | { alternatives: readonly Conjunction[] }

// Each of these adds a conjunction, so a query of a hundred words does not get more than a long name needs.
const maxJoined = 5
const maxCorrected = 8

export function queryWords(q: string): QueryWords {
  return withoutLegalForms(foldWords(q))
}

const digitsOnly = /^\d+$/

/** Whether the word can be the beginning of an INN or OGRN. */
function isNumber(word: string): boolean {
  return digitsOnly.test(word)
}

/** A number is looked for in names and in identifiers. */
function wordClause(text: string): Clause {
  return isNumber(text)
    ? [
        { kind: 'word', text },
        { kind: 'id', text },
      ]
    : [{ kind: 'word', text }]
}

/** Every word begins a word of the party. A word that begins another word of the query is implied by it. */
function allWords(words: QueryWords): Conjunction {
  const distinct = [...new Set(words)]
  return distinct
    .filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)))
    .map(wordClause)
}

/** One of the variants begins a name. */
function anyName(variants: readonly QueryWords[]): Conjunction {
  return [variants.map((words) => ({ kind: 'name', text: words.join('') }))]
}

/**
 * The steps of a plain search: the exact identifier, its beginning, the beginning of the name, all words. A later step
 * can find parties of an earlier one again.
 */
export function plainSteps(words: QueryWords): SearchStep[] {
  if (words.length === 0) return []
  const byName: SearchStep[] = [{ alternatives: [anyName([words])] }, { alternatives: [allWords(words)] }]
  const [only] = words
  if (only === undefined || words.length > 1 || !isNumber(only)) return byName
  return [{ id: only }, { alternatives: [[[{ kind: 'id', text: only }]]] }, ...byName]
}

/**
 * The words with two neighbours written as one («альфа банк» → «альфабанк»). Groups of digits («7736 050 003») are written
 * as one number.
 */
export function joinedVariants(words: QueryWords): QueryWords[] {
  if (words.length < 2) return []
  if (words.every(isNumber)) return [[words.join('')]]
  return words
    .slice(1, 1 + maxJoined)
    .map((word, i) => [...words.slice(0, i), `${words[i]}${word}`, ...words.slice(i + 2)])
}

export function joinedStep(words: QueryWords): SearchStep {
  return { alternatives: joinedVariants(words).map(allWords) }
}

/** The words as the other keyboard layout would have typed them. */
export function otherLayoutWords(q: string): QueryWords {
  const text = otherLayout(q)
  return text === undefined ? [] : queryWords(text)
}

/** The positions of the words in which a typo is corrected. */
export function correctablePositions(words: QueryWords): number[] {
  return words.flatMap((word, position) => (isCorrectable(word) ? [position] : [])).slice(0, maxCorrected)
}

/** A word of the query and the words that it can be a typo of. */
export interface Correction {
  position: number
  neighbours: readonly string[]
}

export function correctedVariants(words: QueryWords, { position, neighbours }: Correction): QueryWords[] {
  return neighbours.map((neighbour) => words.with(position, neighbour))
}

/** As in a plain search: first the names that begin with the corrected words, then all corrected words anywhere. */
export function correctedSteps(words: QueryWords, corrections: readonly Correction[]): SearchStep[] {
  return [
    { alternatives: corrections.map((correction) => anyName(correctedVariants(words, correction))) },
    {
      alternatives: corrections.map(({ position, neighbours }) => [
        ...allWords(words.toSpliced(position, 1)),
        neighbours.flatMap(wordClause),
      ]),
    },
  ]
}
