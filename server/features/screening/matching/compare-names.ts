import { type Alignment, type Pair, singlePairs, take, type WordPairing } from './align-words.ts'
import { type Agreement, compareWords, mostEdits } from './compare-words.ts'
import { editsBetween } from './edits.ts'
import { joinedPairs } from './joined-words.ts'
import type { LegalForm } from './legal-forms.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { distinctive, mostOf, scoreOf, type WordKnowledge, weightOfLeft } from './score-names.ts'
import { isSet, onlyBit, textOf } from './word-positions.ts'

function pairingOf(a: PreparedName, b: PreparedName, knowledge: WordKnowledge): WordPairing {
  return {
    compare: compareWords,
    weightInA: (at) => knowledge.weightOf(a.words[at] as NameWord),
    weightInB: (at) => knowledge.weightOf(b.words[at] as NameWord),
  }
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

/** Sums in another order differ by less than this. */
const rounding = 1e-9

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
