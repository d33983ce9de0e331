import { compareNames } from '../matching/compare-names.ts'
import { knowledgeFrom } from '../matching/list-words.ts'
import { type NameKind, prepareName } from '../matching/prepare-name.ts'
import { threshold } from '../matching/screening-index.ts'

/** No list: each word says as much as it does by itself. */
const knowledgeOf = knowledgeFrom({ common: { person: [], company: [], thing: [] }, ofPersons: '' })

/** Whether two names can be those of the same party: compared as a name is with the lists, up to the same score. */
export function namesAgree(one: string, other: string, kinds: readonly NameKind[]): boolean {
  return kinds.some((kind) => {
    const { score } = compareNames(prepareName(one, kind), prepareName(other, kind), knowledgeOf(kind))
    return score >= threshold
  })
}
