import { isFrequentName } from './frequent-names.ts'
import type { NameKind, NameWord } from './prepare-name.ts'
import type { WordKnowledge } from './score-names.ts'
import { weigh } from './word-weights.ts'

/**
 * What a list says about words, small enough to be sent to another thread: an index of a few of its entries that is given
 * this scores as the index of the whole list does.
 */
export interface ListWords {
  /** Words that many names have, see `wordKey`. */
  common: Record<NameKind, string[]>
  /** All words of persons, separated by spaces: as one text they are copied in no time. */
  ofPersons: string
}

export function wordKey(word: NameWord): string {
  return word.native === word.text ? word.text : `${word.text} ${word.native}`
}

export function knowledgeFrom({ common, ofPersons }: ListWords): (kind: NameKind) => WordKnowledge {
  const known = new Set(ofPersons.split(' '))
  const commonWords = {
    person: new Set(common.person),
    company: new Set(common.company),
    thing: new Set(common.thing),
  }
  return (kind) => ({
    weightOf: (word) => weigh(kind, word, commonWords[kind].has(wordKey(word))),
    // Only of persons is it asked.
    isKnown: (word) => kind === 'person' && (known.has(word.text) || isFrequentName(word)),
  })
}
