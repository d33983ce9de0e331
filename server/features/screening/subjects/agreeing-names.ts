import { compareNames } from '../matching/compare-names.ts'
import { knowledgeFrom } from '../matching/list-words.ts'
import { type NameKind, prepareName } from '../matching/prepare-name.ts'
import { threshold } from '../matching/screening-index.ts'

/** No list: each word says as much as it does by itself. */
const knowledgeOf = knowledgeFrom({ common: { person: [], company: [], thing: [] }, ofPersons: '' })

/** Whether two names can be those of the same party: compared as a name is with the lists, up to the same score. */
export function namesAgree(given: string, known: string, kinds: readonly NameKind[]): boolean {
  const [one, other] = [given, known].map((name) => name.replaceAll('№', ' № ')) as [string, string]
  if (differentNumbers(one, other)) return false
  return kinds.some((kind) => {
    const { score } = compareNames(prepareName(one, kind), prepareName(other, kind), knowledgeOf(kind))
    return score >= threshold
  })
}

/** «Управление 25» is not «Управление 26», however long the rest of the name is. One of the names may have more numbers. */
function differentNumbers(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  return !(a.isSubsetOf(b) || b.isSubsetOf(a))
}

/** Longer ones are those of accounts and registers. */
function numbersOf(name: string): Set<string> {
  return new Set(name.match(/(?<!\d)\d{1,6}(?!\d)/g))
}
