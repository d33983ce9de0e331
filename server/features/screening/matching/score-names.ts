import type { Alignment, WordPairing } from './align-words.ts'
import { isFrequentName } from './frequent-names.ts'
import type { NameKind, NameWord, PreparedName } from './prepare-name.ts'
import { countWords, isSet, longestIn } from './word-positions.ts'

/** What a list says about words. */
export interface WordKnowledge {
  /** How much the word says about who is meant, from 0 to 1. */
  weightOf(word: NameWord): number
  /** Whether names of the list, or many people, have the word exactly so. */
  isKnown(word: NameWord): boolean
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
export const distinctive = 0.7

/** The weight of the words that only one of two names has. */
interface Said {
  a: number
  b: number
}

/** The most that this alignment can score, however well its pairs agree. */
export function mostOf(a: PreparedName, b: PreparedName, alignment: Alignment, said: Said): number {
  const most =
    mostPossible(a.kind, said.a, said.b) - (alignment.legalForm === 'differs' ? costs.legalForm : 0)
  // One pair of words is too little for a person, see `isTooLittle`.
  const isTooLittle = a.kind === 'person' && alignment.pairs.length === 1 && omittedIn(a, b, alignment) > 0
  return isTooLittle ? most - costs.tooLittle : most
}

function omittedIn(a: PreparedName, b: PreparedName, { leftA, leftB }: Alignment): number {
  return Math.max(countWords(a.words, leftA), countWords(b.words, leftB))
}

export function scoreOf(
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

export function weightOfLeft(left: number, weightIn: (at: number) => number): number {
  let weight = 0
  for (let i = 0; left >> i !== 0; i++) if (isSet(left, i)) weight += weightIn(i)
  return weight
}
