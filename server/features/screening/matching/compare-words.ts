import type { Script } from './ascii.ts'
import { editsBetween } from './edits.ts'
import { isPatronymic } from './frequent-names.ts'
import type { NameWord } from './prepare-name.ts'
import { consonantsOf } from './sounds.ts'
import { isSameGivenName } from './vocabulary.ts'

export type Agreement = 'equal' | 'spelling' | 'initial' | 'given_name' | 'acronym'

/** Two words that stand for each other. */
export interface WordPair {
  edits: number
  letters: number
  how: Agreement
}

/** More edits than these in one word make it another word. */
export const mostEdits = 2
/** So do more edits per letter than this. */
const mostEditsPerLetter = 0.34
/** What it costs that two words only sound alike, in edits. */
const costOfSound = 0.25
/** What other ways to stand for each other cost, in edits. */
const costOfInitial = 0.4
const costOfGivenName = 0.5
const costOfConsonants = 1
const mostWrongSigns = 0.25
const lettersPerSign = 3

/** How two words stand for each other; undefined if they are different words. */
export function compareWords(a: NameWord, b: NameWord): WordPair | undefined {
  if (a.text === b.text && a.native === b.native) {
    return { edits: 0, letters: a.text.length, how: a.kind === 'initial' ? 'initial' : 'equal' }
  }
  if (a.kind === 'initial' || b.kind === 'initial') {
    const [initial, word] = a.kind === 'initial' ? [a, b] : [b, a]
    return word.kind === 'word' && word.text.startsWith(initial.text)
      ? { edits: costOfInitial, letters: word.text.length, how: 'initial' }
      : undefined
  }
  // One wrong digit is another number, and connecting words are too short for typos.
  if (a.kind !== 'word' || b.kind !== 'word') {
    return a.text === b.text ? { edits: 0, letters: a.text.length, how: 'equal' } : undefined
  }
  if (a.script === b.script && a.script === 'signs') {
    // A sign is a whole syllable: one of four may differ, as one letter of a longer word.
    const signs = Math.max(a.native.length, b.native.length)
    const edits = editsBetween(a.native, b.native, 1)
    return edits / signs <= mostWrongSigns
      ? { edits: edits * lettersPerSign, letters: signs * lettersPerSign, how: 'spelling' }
      : undefined
  }
  if (a.script === b.script && a.script === 'consonants') {
    const edits = editsBetween(a.native, b.native, mostEdits)
    return accepted(edits, Math.max(a.native.length, b.native.length))
  }
  if (isPatronymic(a.text) !== isPatronymic(b.text)) return undefined
  const found = compareTexts(a.text, a.sound, b.text, b.sound)
  if (found) return found
  const letters = Math.max(a.text.length, b.text.length)
  if (isSameGivenName(a.text, b.text)) return { edits: costOfGivenName, letters, how: 'given_name' }
  if (a.script !== b.script && (isWithoutVowels(a.script) || isWithoutVowels(b.script))) {
    const [x, y] = [consonantsOf(a.sound), consonantsOf(b.sound)]
    const isSame = x === y || x === `l${y}` || y === `l${x}`
    if (isSame && x.length >= 2 && y.length >= 2) return { edits: costOfConsonants, letters, how: 'spelling' }
  }
  return undefined
}

/** Scripts whose transliteration has no vowels, or other ones. */
export function isWithoutVowels(script: Script): boolean {
  return script === 'consonants' || script === 'signs' || script === 'other'
}

export function compareTexts(a: string, soundA: string, b: string, soundB: string): WordPair | undefined {
  const letters = Math.max(a.length, b.length)
  const limit = Math.min(mostEdits, letters * mostEditsPerLetter)
  const heard = editsBetween(soundA, soundB, limit, true)
  // Most words that are compared do not even sound alike: they need fewer edits, which takes less to see.
  const written = editsBetween(a, b, heard === Infinity ? limit : 2 * limit)
  if (written === Infinity) return undefined
  // The sound can halve the edits, not more: «Castillo» and «Castro» are two names.
  return accepted(Math.min(written, Math.max(heard + costOfSound, written / 2)), letters)
}

function accepted(edits: number, letters: number): WordPair | undefined {
  return edits <= mostEdits && edits / letters <= mostEditsPerLetter
    ? { edits, letters, how: edits === 0 ? 'equal' : 'spelling' }
    : undefined
}
