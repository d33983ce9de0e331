import type { Alignment, Pair } from './align-words.ts'
import { compareTexts, mostEdits, type WordPair } from './compare-words.ts'
import type { NameWord } from './prepare-name.ts'
import { soundOf } from './sounds.ts'
import { isSet } from './word-positions.ts'

const mostJoined = 4
const shortestJoined = 4

/** What it costs that words are written together, in edits. */
const costOfJoining = 0.1

/** What an initial or an acronym costs in the order of alignment, in edits. */
const costOfAcronym = 0.5

/** Neighbouring words that are one word in the other name: «Good Will» and «Goodwill», «JC» and «Jean Claude». */
export function joinedPairs(
  a: readonly NameWord[],
  b: readonly NameWord[],
  { leftA, leftB }: Alignment,
): Pair[] {
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
