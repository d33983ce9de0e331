import { type Agreement, compareTexts, compareWords, mostEdits, type WordPair } from './compare-words.ts'
import { editsBetween } from './edits.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { soundOf } from './sounds.ts'
import { fillWords, genericWords } from './vocabulary.ts'

/** How much a word says about who is meant, from 0 to 1. */
export type WordWeight = (word: NameWord) => number

export interface NameComparison {
  /** From 0 to 1. */
  score: number
  agreed: { a: string; b: string; how: Agreement }[]
  /** Words of one name that the other has not. */
  onlyInA: string[]
  onlyInB: string[]
  /** Undefined if one of the names has no legal form. */
  legalForm: 'equal' | 'differs' | undefined
}

/** What differences cost. The bench measures these on labelled pairs; each has one meaning. */
export const costs = {
  /** Each name says something that the other does not: the weight of what is said, at most 1, times this. */
  conflict: 0.55,
  /** Only one name says more. A person's names are often left out, a company's are not. */
  omission: { person: 0.05, company: 0.36, thing: 0.3 },
  mostOmission: { person: 0.15, company: 0.36, thing: 0.36 },
  legalForm: 0.35,
  /** Only one word of a longer name of a person agrees. */
  single: 0.35,
  initial: 0.03,
  givenName: 0.05,
  acronym: 0.1,
}

interface Pair extends WordPair {
  a: number
  aLength: number
  b: number
  bLength: number
}

/** Compares two prepared names of the same kind. Symmetric. */
export function compareNames(a: PreparedName, b: PreparedName, weightOf: WordWeight): NameComparison {
  const legalForm =
    a.legalForm === undefined ||
    b.legalForm === undefined ||
    a.legalForm === 'other' ||
    b.legalForm === 'other'
      ? undefined
      : a.legalForm === b.legalForm
        ? 'equal'
        : 'differs'
  const pairs = align(a, b)
  const typo = typoOfWholeName(a, b, pairs, weightOf)
  if (typo) pairs.push(typo)
  const leftA = left(a.words, pairs, 'a')
  const leftB = left(b.words, pairs, 'b')
  return {
    score: scoreOf(a, b, pairs, leftA, leftB, legalForm, weightOf),
    agreed: pairs.map((pair) => ({
      a: textOf(a.words, pair.a, pair.aLength),
      b: textOf(b.words, pair.b, pair.bLength),
      how: pair.how,
    })),
    onlyInA: leftA.map((w) => w.text),
    onlyInB: leftB.map((w) => w.text),
    legalForm,
  }
}

function textOf(words: readonly NameWord[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map((word) => word.text)
    .join(' ')
}

/**
 * The one word in which the names differ, if it is a typo within the whole name, though not within the word: «Kim Jong
 * On» and «Kim Jong Un».
 */
function typoOfWholeName(
  a: PreparedName,
  b: PreparedName,
  pairs: readonly Pair[],
  weightOf: WordWeight,
): Pair | undefined {
  const atA = leftAt(a.words, pairs, 'a')
  const atB = leftAt(b.words, pairs, 'b')
  if (atA.length !== 1 || atB.length !== 1) return undefined
  const [i, j] = [atA[0] as number, atB[0] as number]
  const [word, other] = [a.words[i] as NameWord, b.words[j] as NameWord]
  if (word.kind !== 'word' || other.kind !== 'word' || word.script === 'signs' || other.script === 'signs')
    return undefined
  const isNative = word.script === 'consonants' && other.script === 'consonants'
  const edits = editsBetween(
    isNative ? word.native : word.text,
    isNative ? other.native : other.text,
    mostEdits,
  )
  if (edits === Infinity) return undefined
  let letters = Math.max(word.text.length, other.text.length) * weightOf(word)
  let others = 0
  for (const pair of pairs) {
    letters += pair.letters * weightOf(a.words[pair.a] as NameWord)
    others += Math.ceil(pair.edits)
  }
  if (edits + others > mostEdits || letters < 8 || edits / letters > 0.25) return undefined
  return { a: i, aLength: 1, b: j, bLength: 1, edits, letters, how: 'spelling' }
}

function leftAt(words: readonly NameWord[], pairs: readonly Pair[], side: 'a' | 'b'): number[] {
  const left = new Set(words.keys())
  for (const pair of pairs) {
    const [at, length] = side === 'a' ? [pair.a, pair.aLength] : [pair.b, pair.bLength]
    for (let i = 0; i < length; i++) left.delete(at + i)
  }
  return [...left]
}

function left(words: readonly NameWord[], pairs: readonly Pair[], side: 'a' | 'b'): NameWord[] {
  const taken = new Set<number>()
  for (const pair of pairs) {
    const [at, length] = side === 'a' ? [pair.a, pair.aLength] : [pair.b, pair.bLength]
    for (let i = 0; i < length; i++) taken.add(at + i)
  }
  return words.filter((_, i) => !taken.has(i))
}

function scoreOf(
  a: PreparedName,
  b: PreparedName,
  pairs: readonly Pair[],
  leftA: readonly NameWord[],
  leftB: readonly NameWord[],
  legalForm: NameComparison['legalForm'],
  weightOf: WordWeight,
): number {
  const kind = a.kind
  if (a.key === b.key) return legalForm === 'differs' ? 1 - costs.legalForm : 1
  let agreed = 0
  let wrong = 0
  let full = 0
  let deductions = 0
  let distinctive = 0
  for (const pair of pairs) {
    const word = longestOf(a.words, pair.a, pair.aLength)
    const weight = Math.max(weightOf(word), weightOf(longestOf(b.words, pair.b, pair.bLength)))
    agreed += weight
    wrong += weight * (pair.edits / pair.letters)
    if (pair.how === 'initial') deductions += costs.initial
    else if (word.kind === 'word') {
      full += 1
      if (weight > 0.7) distinctive += 1
    }
    if (pair.how === 'given_name') deductions += costs.givenName
    if (pair.how === 'acronym') deductions += costs.acronym
  }
  if (agreed === 0 || full === 0) return 0
  const unsaidA = sum(leftA, weightOf)
  const unsaidB = sum(leftB, weightOf)
  const conflict = Math.min(unsaidA, unsaidB)
  const omitted = Math.abs(unsaidA - unsaidB)
  deductions += costs.conflict * Math.min(1, conflict)
  deductions += Math.min(costs.mostOmission[kind], costs.omission[kind] * omitted)
  if (legalForm === 'differs') deductions += costs.legalForm
  if (kind === 'person' && isTooLittle(a, b, pairs, full, leftA, leftB)) deductions += costs.single
  if (kind === 'company' && distinctive === 0 && (leftA.length > 0 || leftB.length > 0))
    deductions += costs.single
  const byWords = Math.max(0, 1 - wrong / agreed - deductions)
  return Math.max(byWords, 0)
}

/** One word of several, or fewer words than are left out, could be anybody. */
function isTooLittle(
  a: PreparedName,
  b: PreparedName,
  pairs: readonly Pair[],
  full: number,
  leftA: readonly NameWord[],
  leftB: readonly NameWord[],
): boolean {
  const omitted = Math.max(countWords(leftA), countWords(leftB))
  if (omitted === 0) return false
  return omitted > full || (full === 1 && pairs.every((pair) => pair.how !== 'initial'))
}

function countWords(words: readonly NameWord[]): number {
  return words.filter((word) => word.kind === 'word').length
}

function sum(words: readonly NameWord[], weightOf: WordWeight): number {
  return words.reduce((total, word) => total + weightOf(word), 0)
}

function longestOf(words: readonly NameWord[], at: number, length: number): NameWord {
  return words
    .slice(at, at + length)
    .reduce((longest, word) => (word.text.length > longest.text.length ? word : longest))
}

/** The words of both names that stand for each other, the surest first. */
function align(a: PreparedName, b: PreparedName): Pair[] {
  const candidates: Pair[] = []
  for (const [i, word] of a.words.entries()) {
    for (const [j, other] of b.words.entries()) {
      const pair = compareWords(word, other)
      if (pair) candidates.push({ a: i, aLength: 1, b: j, bLength: 1, ...pair })
    }
  }
  addJoined(a.words, b.words, (at, length, other, pair) =>
    candidates.push({ a: at, aLength: length, b: other, bLength: 1, ...pair }),
  )
  addJoined(b.words, a.words, (at, length, other, pair) =>
    candidates.push({ a: other, aLength: 1, b: at, bLength: length, ...pair }),
  )
  const keys = candidates.map((pair) => {
    const [x, y] = [textOf(a.words, pair.a, pair.aLength), textOf(b.words, pair.b, pair.bLength)]
    return x < y ? `${x}|${y}` : `${y}|${x}`
  })
  const order = candidates
    .map((_, i) => i)
    .sort((x, y) => {
      const [p, q] = [candidates[x] as Pair, candidates[y] as Pair]
      return (
        p.edits / p.letters - q.edits / q.letters ||
        q.letters - p.letters ||
        ((keys[x] as string) < (keys[y] as string) ? -1 : (keys[x] as string) > (keys[y] as string) ? 1 : 0)
      )
    })
  const usedA = new Set<number>()
  const usedB = new Set<number>()
  const chosen: Pair[] = []
  for (const index of order) {
    const pair = candidates[index] as Pair
    if (overlaps(usedA, pair.a, pair.aLength) || overlaps(usedB, pair.b, pair.bLength)) continue
    for (let i = 0; i < pair.aLength; i++) usedA.add(pair.a + i)
    for (let i = 0; i < pair.bLength; i++) usedB.add(pair.b + i)
    chosen.push(pair)
  }
  return chosen
}

function overlaps(used: Set<number>, at: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (used.has(at + i)) return true
  return false
}

const mostJoined = 4

/** Neighbouring words that are one word in the other name: «Good Will» and «Goodwill», «JC» and «Jean Claude». */
function addJoined(
  words: readonly NameWord[],
  others: readonly NameWord[],
  add: (at: number, length: number, other: number, pair: WordPair) => void,
): void {
  for (const [j, other] of others.entries()) {
    if (other.kind === 'initial') continue
    for (let at = 0; at < words.length; at++) {
      let text = (words[at] as NameWord).text
      let first = text[0] as string
      for (let length = 2; length <= mostJoined && at + length <= words.length; length++) {
        const word = words[at + length - 1] as NameWord
        text += word.text
        first += word.text[0] as string
        if (
          other.text === first &&
          other.text.length >= 2 &&
          words.slice(at, at + length).every((w) => w.kind === 'word' || w.kind === 'initial')
        ) {
          add(at, length, j, {
            edits: 0.5,
            letters: text.length,
            how: length >= 3 || other.text.length < 3 ? 'acronym' : 'acronym',
          })
          continue
        }
        if (Math.abs(text.length - other.text.length) > mostEdits || text.length < 4) continue
        const pair = compareTexts(text, soundOf(text), other.text, other.sound)
        if (pair) add(at, length, j, { ...pair, edits: pair.edits + 0.1, how: 'spelling' })
      }
    }
  }
}

/** Weights without knowledge of a list. */
export function plainWeight(kind: PreparedName['kind']): WordWeight {
  return (word) => {
    if (word.kind === 'particle') return 0.1
    if (word.kind === 'initial') return kind === 'person' ? 0.8 : 0.5
    if (word.kind === 'number') return 0.3
    if (kind === 'person') return 1
    if (fillWords.has(word.text)) return 0.2
    return genericWords.has(word.text) ? 0.6 : 1
  }
}
