import { type Agreement, compareTexts, compareWords, mostEdits, type WordPair } from './compare-words.ts'
import { editsBetween } from './edits.ts'
import { isFrequentName, isPatronymic } from './frequent-names.ts'
import type { LegalForm } from './legal-forms.ts'
import type { NameKind, NameWord, PreparedName } from './prepare-name.ts'
import { soundOf } from './sounds.ts'
import { givenNameGroups } from './vocabulary.ts'

/** What a list says about words. */
export interface WordKnowledge {
  /** How much the word says about who is meant, from 0 to 1. */
  weightOf(word: NameWord): number
  /** Whether names of the list, or many people, have the word exactly so. */
  isKnown(word: NameWord): boolean
}

/** How the words of two names compare, and what they weigh, by their positions in the names. */
export interface WordPairing {
  compare(a: NameWord, b: NameWord, at: number, other: number): WordPair | undefined
  weightInA(at: number): number
  weightInB(at: number): number
}

function pairingOf(a: PreparedName, b: PreparedName, knowledge: WordKnowledge): WordPairing {
  return {
    compare: compareWords,
    weightInA: (at) => knowledge.weightOf(a.words[at] as NameWord),
    weightInB: (at) => knowledge.weightOf(b.words[at] as NameWord),
  }
}

/** What differences take from a score of 1. Each has one meaning; `npm run bench -- screening` measures them together. */
const costs = {
  /** Each name says something that the other does not: times the weight of what is said, at most 1. */
  conflict: 0.55,
  /** Only one name says more, per word. A person's names are often left out, a company's are not. */
  omission: { person: 0.05, company: 0.36, thing: 0.3 },
  mostOmission: { person: 0.15, company: 0.36, thing: 0.36 },
  /** Two legal forms that are not equivalents of each other. */
  legalForm: 0.35,
  /** What agrees could be anybody. */
  tooLittle: 0.35,
  initial: 0.03,
  givenName: 0.05,
  acronym: 0.1,
  /** Times the edits per letter, if only one word says which company it is. */
  onlyWord: 2,
} as const

/** A word that weighs more than this says which company it is. */
const distinctive = 0.7

/** The words of one name from `a` on, and those of the other from `b` on, that stand for each other. */
interface Pair extends WordPair {
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

/** An alignment in words, to show to people. */
export interface NameComparison {
  score: number
  agreed: { a: string; b: string; how: Agreement }[]
  /** Words of one name that the other has not. */
  onlyInA: string[]
  onlyInB: string[]
  legalForm: 'equal' | 'differs' | undefined
}

/**
 * Compares two prepared names of the same kind, in any order of their words. Symmetric. `pairing` may be given to reuse
 * comparisons and weights of words. `isEnough` is asked whether the most that the names can score is of interest: if not, they are
 * not compared further and the result is undefined.
 */
export function alignNames(
  a: PreparedName,
  b: PreparedName,
  knowledge: WordKnowledge,
  pairing: WordPairing = pairingOf(a, b, knowledge),
  isEnough: (most: number) => boolean = () => true,
): Alignment | undefined {
  const alignment: Alignment & { pairs: Pair[] } = {
    score: 0,
    pairs: [],
    leftA: 2 ** a.words.length - 1,
    leftB: 2 ** b.words.length - 1,
    legalForm: compareForms(a.legalForm, b.legalForm),
  }
  take(alignment, singlePairs(a.words, b.words, pairing), a.words, b.words)
  if (alignment.leftA !== 0 && alignment.leftB !== 0) {
    take(alignment, joinedPairs(a.words, b.words, alignment), a.words, b.words)
    const typo = typoOfWholeName(a.words, b.words, alignment, pairing)
    if (typo) take(alignment, [typo], a.words, b.words)
  }
  const said = {
    a: weightOfLeft(alignment.leftA, pairing.weightInA),
    b: weightOfLeft(alignment.leftB, pairing.weightInB),
  }
  if (a.key !== b.key && !isEnough(mostOf(a, b, alignment, said) + rounding)) return undefined
  alignment.score = scoreOf(a, b, alignment, said, knowledge, pairing)
  return alignment
}

/** The weight of the words that only one of two names has. */
interface Said {
  a: number
  b: number
}

/** Sums in another order differ by less than this. */
const rounding = 1e-9

/** The most that this alignment can score, however well its pairs agree. */
function mostOf(a: PreparedName, b: PreparedName, alignment: Alignment, said: Said): number {
  const most =
    mostPossible(a.kind, said.a, said.b) - (alignment.legalForm === 'differs' ? costs.legalForm : 0)
  // One pair of words is too little for a person, see `isTooLittle`.
  const isTooLittle = a.kind === 'person' && alignment.pairs.length === 1 && omittedIn(a, b, alignment) > 0
  return isTooLittle ? most - costs.tooLittle : most
}

function omittedIn(a: PreparedName, b: PreparedName, { leftA, leftB }: Alignment): number {
  return Math.max(countWords(a.words, leftA), countWords(b.words, leftB))
}

/** What of a person's name agrees, whatever else differs. With an equal birth date, that is enough to find them. */
export type PersonAgreement = 'surname' | 'surname_and_given_name'

export function personAgreement(
  a: PreparedName,
  b: PreparedName,
  { pairs }: Alignment,
): PersonAgreement | undefined {
  let agreed = 0
  let hasSurname = false
  for (const pair of pairs) {
    if (pair.how === 'initial' || pair.how === 'acronym') continue
    const word = a.words[longestIn(a.words, pair.a, pair.aLength)] as NameWord
    const other = b.words[longestIn(b.words, pair.b, pair.bLength)] as NameWord
    if (word.kind !== 'word' || other.kind !== 'word') continue
    const isOfSurname = isSurname(a, b, pair, word, other)
    if (!isOfSurname && (isPatronymic(word.text) || isPatronymic(other.text))) continue
    // One word of signs is a surname and a given name.
    const isWhole = word.script === 'signs' && word.native.length > 1 && word.native === other.native
    agreed += isWhole ? 2 : 1
    hasSurname ||= isOfSurname
  }
  if (!hasSurname) return undefined
  return agreed > 1 ? 'surname_and_given_name' : 'surname'
}

/**
 * Where no name says which of its words is the surname, it is one that is neither a given name nor a patronymic. Surnames
 * such as «Ляшкевич» look like the latter: a name has one patronymic at most, and seldom without a surname.
 */
function isSurname(a: PreparedName, b: PreparedName, pair: Pair, word: NameWord, other: NameWord): boolean {
  if (a.surname !== undefined || b.surname !== undefined)
    return (
      (a.surname === undefined || (a.surname & rangeOf(pair.a, pair.aLength)) !== 0) &&
      (b.surname === undefined || (b.surname & rangeOf(pair.b, pair.bLength)) !== 0)
    )
  if (isPatronymic(word.text) || isPatronymic(other.text)) return mayEndSurname(a) || mayEndSurname(b)
  const isGiven = isGivenName(word) && isGivenName(other)
  return !isGiven || a.words.every(saysNoSurname) || b.words.every(saysNoSurname)
}

/** Whether a word of the name that looks like a patronymic may be its surname. */
function mayEndSurname({ words }: PreparedName): boolean {
  const full = words.filter(({ kind }) => kind === 'word')
  return full.length < 3 || full.filter(({ text }) => isPatronymic(text)).length > 1
}

function isGivenName(word: NameWord): boolean {
  return givenNameGroups(word.text).length > 0
}

function saysNoSurname(word: NameWord): boolean {
  return word.kind !== 'word' || isGivenName(word) || isPatronymic(word.text)
}

export function compareNames(a: PreparedName, b: PreparedName, knowledge: WordKnowledge): NameComparison {
  return describe(a, b, alignNames(a, b, knowledge) as Alignment)
}

export function describe(a: PreparedName, b: PreparedName, alignment: Alignment): NameComparison {
  return {
    score: alignment.score,
    agreed: alignment.pairs.map((pair) => ({
      a: textOf(a.words, pair.a, pair.aLength),
      b: textOf(b.words, pair.b, pair.bLength),
      how: pair.how,
    })),
    onlyInA: a.words.filter((_, i) => isSet(alignment.leftA, i)).map((word) => word.text),
    onlyInB: b.words.filter((_, i) => isSet(alignment.leftB, i)).map((word) => word.text),
    legalForm: alignment.legalForm,
  }
}

function compareForms(a: LegalForm | undefined, b: LegalForm | undefined): 'equal' | 'differs' | undefined {
  if (a === undefined || b === undefined || a === 'other' || b === 'other') return undefined
  return a === b ? 'equal' : 'differs'
}

function isSet(bits: number, at: number): boolean {
  return (bits & (1 << at)) !== 0
}

function rangeOf(at: number, length: number): number {
  return ((1 << length) - 1) << at
}

function textOf(words: readonly NameWord[], at: number, length: number): string {
  return length === 1
    ? (words[at] as NameWord).text
    : words
        .slice(at, at + length)
        .map((word) => word.text)
        .join(' ')
}

/** Takes pairs of words that are still left, the surest first. Ties are broken by the words, so that order never counts. */
function take(
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

function singlePairs(a: readonly NameWord[], b: readonly NameWord[], pairing: WordPairing): Pair[] {
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

const mostJoined = 4
const shortestJoined = 4
/** What it costs that words are written together, in edits. */
const costOfJoining = 0.1
/** What an initial or an acronym costs in the order of alignment, in edits. */
const costOfAcronym = 0.5

/** Neighbouring words that are one word in the other name: «Good Will» and «Goodwill», «JC» and «Jean Claude». */
function joinedPairs(a: readonly NameWord[], b: readonly NameWord[], { leftA, leftB }: Alignment): Pair[] {
  const pairs: Pair[] = []
  eachJoined(a, leftA, b, leftB, (at, length, other, pair) =>
    pairs.push({ a: at, aLength: length, b: other, bLength: 1, ...pair }),
  )
  eachJoined(b, leftB, a, leftA, (at, length, other, pair) =>
    pairs.push({ a: other, aLength: 1, b: at, bLength: length, ...pair }),
  )
  return pairs
}

function eachJoined(
  words: readonly NameWord[],
  left: number,
  others: readonly NameWord[],
  otherLeft: number,
  add: (at: number, length: number, other: number, pair: WordPair) => void,
): void {
  // No two neighbours are left.
  if ((left & (left >> 1)) === 0) return
  for (let at = 0; at + 1 < words.length; at++) {
    if (!isSet(left, at)) continue
    let letters = (words[at] as NameWord).text.length
    for (let length = 2; length <= mostJoined && isSet(left, at + length - 1); length++) {
      letters += (words[at + length - 1] as NameWord).text.length
      for (let j = 0; j < others.length; j++) {
        const other = others[j] as NameWord
        if (!isSet(otherLeft, j) || other.kind === 'initial') continue
        const pair = compareJoined(words, at, length, letters, other)
        if (pair) add(at, length, j, pair)
      }
    }
  }
}

/** Compares `length` words from `at` on, which have so many letters together, with one word. */
function compareJoined(
  words: readonly NameWord[],
  at: number,
  length: number,
  letters: number,
  other: NameWord,
): WordPair | undefined {
  if (isAcronymOf(other.text, words, at, length)) return { edits: costOfAcronym, letters, how: 'acronym' }
  if (letters < shortestJoined || Math.abs(letters - other.text.length) > mostEdits) return undefined
  // A typo at both ends at once is too rare to try.
  const [first, last] = [(words[at] as NameWord).text, (words[at + length - 1] as NameWord).text]
  if (first[0] !== other.text[0] && last.at(-1) !== other.text.at(-1)) return undefined
  let text = first
  for (let i = 1; i < length; i++) text += (words[at + i] as NameWord).text
  const pair = compareTexts(text, soundOf(text), other.text, other.sound)
  return pair && { ...pair, edits: pair.edits + costOfJoining, how: 'spelling' }
}

function isAcronymOf(text: string, words: readonly NameWord[], at: number, length: number): boolean {
  if (text.length !== length) return false
  for (let i = 0; i < length; i++) if (text[i] !== (words[at + i] as NameWord).text[0]) return false
  return true
}

const shortestWithTypo = 8
const mostEditsPerLetter = 0.25

/**
 * The one word in which the names differ, if it is a typo within the whole name, though not within the word: «Kim Jong
 * On» and «Kim Jong Un».
 */
function typoOfWholeName(
  a: readonly NameWord[],
  b: readonly NameWord[],
  { pairs, leftA, leftB }: Alignment,
  { weightInA, weightInB }: WordPairing,
): Pair | undefined {
  const [i, j] = [onlyBit(leftA), onlyBit(leftB)]
  if (i < 0 || j < 0) return undefined
  const [word, other] = [a[i] as NameWord, b[j] as NameWord]
  if (word.kind !== 'word' || other.kind !== 'word' || word.script === 'signs' || other.script === 'signs') {
    return undefined
  }
  const isNative = word.script === 'consonants' && other.script === 'consonants'
  const [text, otherText] = isNative ? [word.native, other.native] : [word.text, other.text]
  const edits = editsBetween(text, otherText, mostEdits)
  if (edits === Infinity) return undefined
  let all = edits
  let telling = 0
  let letters = Math.max(text.length, otherText.length) * Math.max(weightInA(i), weightInB(j))
  for (const pair of pairs) {
    const weight = weightInA(pair.a)
    letters += pair.letters * weight
    if (weight > distinctive) telling += 1
    all += Math.ceil(pair.edits)
  }
  if (telling === 0 || all > mostEdits || letters < shortestWithTypo || edits / letters > mostEditsPerLetter)
    return undefined
  return { a: i, aLength: 1, b: j, bLength: 1, edits, letters, how: 'spelling' }
}

/** The position of the only bit, or -1. */
function onlyBit(bits: number): number {
  return bits !== 0 && (bits & (bits - 1)) === 0 ? 31 - Math.clz32(bits) : -1
}

function scoreOf(
  a: PreparedName,
  b: PreparedName,
  alignment: Alignment,
  said: Said,
  knowledge: WordKnowledge,
  { weightInA, weightInB }: WordPairing,
): number {
  const { pairs, legalForm } = alignment
  const kind = a.kind
  const wrongForm = legalForm === 'differs' ? costs.legalForm : 0
  if (a.key === b.key) return 1 - wrongForm
  let agreed = 0
  let wrong = 0
  let full = 0
  let telling = 0
  let initials = 0
  let rare = 0
  let otherWords = 0
  let deductions = wrongForm
  for (const pair of pairs) {
    const [at, otherAt] = [longestIn(a.words, pair.a, pair.aLength), longestIn(b.words, pair.b, pair.bLength)]
    const [word, other] = [a.words[at] as NameWord, b.words[otherAt] as NameWord]
    const weight = Math.max(weightInA(at), weightInB(otherAt))
    agreed += weight
    wrong += weight * (pair.edits / pair.letters)
    if (pair.how === 'initial') initials += 1
    else if (pair.how === 'acronym') deductions += costs.acronym
    else if (word.kind === 'word') {
      full += 1
      if (weight > distinctive) telling += 1
      // Only of persons is it asked, and only whether there is one.
      if (kind === 'person' && rare === 0 && !isFrequentName(word) && !isFrequentName(other)) rare += 1
      if (
        kind === 'person' &&
        pair.edits >= 1 &&
        pair.how === 'spelling' &&
        knowledge.isKnown(word) &&
        knowledge.isKnown(other)
      )
        otherWords += 1
    }
    if (pair.how === 'given_name') deductions += costs.givenName
  }
  if (full === 0) return 0
  deductions += initials * costs.initial
  deductions += 1 - mostPossible(kind, said.a, said.b)
  const omitted = omittedIn(a, b, alignment)
  if (omitted > 0 && isTooLittle(kind, { full, telling, initials, rare, otherWords }, omitted))
    deductions += costs.tooLittle
  // A company of one word has nothing else to tell a typo from another company.
  const misspelt = (kind === 'person' || telling > 1 ? 1 : costs.onlyWord) * (wrong / agreed)
  return Math.max(0, 1 - misspelt - deductions)
}

/** The most that two names can score if each says words of this weight that the other does not. */
export function mostPossible(kind: NameKind, saidA: number, saidB: number): number {
  return mostPossibleBy[kind](saidA, saidB)
}

/** The same for names of a kind. */
export function mostPossibleOf(kind: NameKind): (saidA: number, saidB: number) => number {
  const { conflict } = costs
  const [most, each] = [costs.mostOmission[kind], costs.omission[kind]]
  return (saidA, saidB) =>
    1 - conflict * Math.min(1, saidA, saidB) - Math.min(most, each * Math.abs(saidA - saidB))
}

const mostPossibleBy: Record<NameKind, (saidA: number, saidB: number) => number> = {
  person: mostPossibleOf('person'),
  company: mostPossibleOf('company'),
  thing: mostPossibleOf('thing'),
}

interface Evidence {
  /** Words that agree, initials not counted. */
  full: number
  /** Those of them that say which company it is. */
  telling: number
  /** Those that few people have in their name. */
  rare: number
  /** Those that are spelt differently, and right in both spellings: two frequent names, not a typo. */
  otherWords: number
  initials: number
}

/**
 * Whether what agrees could be anybody, where something is left out: of a person, one word, fewer words than are left out,
 * only frequent names, or names that are merely similar; of a company, only words that many have.
 */
function isTooLittle(kind: NameKind, evidence: Evidence, omitted: number): boolean {
  const { full, telling, rare, otherWords, initials } = evidence
  if (kind !== 'person') return kind === 'company' && telling === 0
  return omitted > full || (full === 1 && initials === 0) || rare === 0 || otherWords > 0
}

function countWords(words: readonly NameWord[], left: number): number {
  let count = 0
  for (let i = 0; i < words.length; i++)
    if (isSet(left, i) && words[i]?.kind !== 'particle' && words[i]?.kind !== 'initial') count++
  return count
}

function weightOfLeft(left: number, weightIn: (at: number) => number): number {
  let weight = 0
  for (let i = 0; left >> i !== 0; i++) if (isSet(left, i)) weight += weightIn(i)
  return weight
}

/** The position of the longest of these words. */
function longestIn(words: readonly NameWord[], at: number, length: number): number {
  let longest = at
  for (let i = at + 1; i < at + length; i++)
    if ((words[i] as NameWord).text.length > (words[longest] as NameWord).text.length) longest = i
  return longest
}
