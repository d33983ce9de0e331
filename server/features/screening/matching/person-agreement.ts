import type { Alignment, Pair } from './align-words.ts'
import { isPatronymic } from './frequent-names.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { givenNameGroups } from './vocabulary.ts'
import { longestIn, rangeOf } from './word-positions.ts'

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
