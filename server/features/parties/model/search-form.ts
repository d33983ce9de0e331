import { foldWords, withoutLegalForms } from '../../../../contract/values/text-folding.ts'
import type { Party } from './party.ts'

/** What is stored of a party so that it can be found. */
export interface SearchForm {
  /** Sort key of results: standing, then type, then length of the name. Smaller is better. */
  rank: number
  /**
   * Every searchable word between single spaces; INN and OGRN are the last two: ` альфа банк альфабанк 7728168971 … `.
   * One of them alone stands twice, and without both there are two hyphens: there are always two.
   */
  words: string
  /** The names without legal forms, each written as one word after a space: ` альфабанк`. */
  joinedNames: string
  /** The words of the names and of the director, used to correct typos. */
  vocabulary: ReadonlySet<string>
}

type Searchable = Pick<
  Party,
  'inn' | 'ogrn' | 'type' | 'full_name' | 'short_name' | 'status' | 'director_name'
>

const maxRankedLength = 499

const standings: Record<Party['status'], number> = {
  active: 0,
  reorganizing: 0,
  unknown: 0,
  liquidating: 1,
  bankrupt: 1,
  liquidated: 2,
}

function rankOf(status: Party['status'], type: Party['type'], nameLength: number): number {
  return standings[status] * 1000 + (type === 'individual' ? 500 : 0) + Math.min(nameLength, maxRankedLength)
}

/** The words of a name without legal forms. A name that consists of legal forms only keeps them. */
function nameWords(name: string): string[] {
  const words = foldWords(name)
  const distinctive = withoutLegalForms(words)
  return distinctive.length > 0 ? distinctive : words
}

export function searchForm(party: Searchable): SearchForm {
  const vocabulary = new Set<string>()
  const joinedWords = new Set<string>()
  const joinedNames = new Set<string>()
  let nameLength = maxRankedLength
  for (const name of [party.full_name, party.short_name]) {
    if (name === null) continue
    const words = nameWords(name)
    const joined = words.join('')
    if (joined === '' || joinedNames.has(joined)) continue
    joinedNames.add(joined)
    nameLength = Math.min(nameLength, joined.length)
    let previous = ''
    for (const word of words) {
      vocabulary.add(word)
      // So that «альфабанк» finds «Альфа-Банк» and «Альфа Банк». Not for sole traders: nobody joins a first name and a
      // patronymic, and a surname joined with the first name is the beginning of the name.
      if (party.type !== 'individual' && previous !== '') joinedWords.add(previous + word)
      previous = word
    }
  }
  if (party.director_name !== null) for (const word of foldWords(party.director_name)) vocabulary.add(word)
  return {
    rank: rankOf(party.status, party.type, nameLength),
    words: ` ${[...vocabulary, ...joinedWords, party.inn || party.ogrn || '-', party.ogrn || party.inn || '-'].join(' ')} `,
    joinedNames: [...joinedNames].map((name) => ` ${name}`).join(''),
    vocabulary,
  }
}
