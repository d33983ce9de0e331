import type { NameWord, PreparedName } from './prepare-name.ts'
import type { VocabularyIndex } from './vocabulary-index.ts'

const longestJoined = 4
const shortestPart = 4
const longestText = 40

interface Slot {
  /** The word of the name that is looked for. */
  word: NameWord
  /** The words of the vocabulary that it may stand for. */
  ids: readonly number[]
}

/** What to look for: each word of the name, and neighbours written as one. */
export function slotsOf(name: PreparedName, vocabulary: VocabularyIndex): Slot[] {
  const slots: Slot[] = []
  for (let at = 0; at < name.words.length; at++) {
    const word = name.words[at] as NameWord
    if (word.kind === 'word') {
      const { ids } = vocabulary.similar(word)
      slots.push({ word, ids })
      if (ids.length === 0) for (const parts of vocabulary.partsOf(word)) slots.push({ word, ids: parts })
    }
    if (word.kind === 'number') continue
    let letters = word.text.length
    // More than two words are one only if some of them are no words: «van der bilt».
    let hasShort = letters <= shortestPart
    for (let next = at + 1; next < name.words.length && next < at + longestJoined; next++) {
      const other = name.words[next] as NameWord
      if (other.kind === 'number') break
      letters += other.text.length
      hasShort ||= other.text.length <= shortestPart
      if (letters < shortestPart || letters > longestText || (next > at + 1 && !hasShort)) continue
      const { ids } = vocabulary.similarJoined(name.words, at, next)
      // It stands for several words of the name, so it is worth as many.
      if (ids.length > 0)
        for (let i = at; i <= next; i++) slots.push({ word: name.words[i] as NameWord, ids })
    }
  }
  return slots
}
