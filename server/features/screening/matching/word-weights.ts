import type { NameKind, NameWord } from './prepare-name.ts'
import { fillWords, genericWords } from './vocabulary.ts'

/** From this share of all names on, a word of companies says little about which one it is. */
const commonShare = 0.005
/** A list may be too short to say so. */
const fewestNames = 10

/** Whether so many of the names of a list have a word that it says little. */
export function isCommon(names: number, allNames: number): boolean {
  return names >= fewestNames && names / allNames >= commonShare
}

/** How much a word says about who is meant, from 0 to 1. `isCommon` says whether many names of the list have it. */
export function weigh(kind: NameKind, word: NameWord, isCommon: boolean): number {
  if (word.kind === 'particle') return 0.1
  if (word.kind === 'initial') return 0.8
  if (word.kind === 'number') return 0.3
  if (kind === 'person') return 1
  if (fillWords.has(word.text)) return 0.2
  return isCommon || genericWords.has(word.text) ? 0.6 : 1
}
