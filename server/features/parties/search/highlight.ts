import type { PartySearchItem } from '../../../../contract/organizations/parties.ts'
import { foldText, legalFormAt } from '../../../../contract/values/text-folding.ts'
import type { Party } from '../model/party.ts'
import type { QueryWords } from './party-query.ts'

// White square brackets occur in no name, need no escaping in HTML and are readable as they are.
const open = '⟦'
const close = '⟧'

type Range = [start: number, end: number]

interface Letters {
  /** The folded letters without spaces. */
  joined: string
  /** Where in the text the character of each letter begins and ends. */
  starts: number[]
  ends: number[]
  /** Where in `joined` the words begin, except words of legal forms. */
  wordStarts: number[]
}

const foldedCharacters = new Map<string, string>()

/** Cached, because a few hundred characters make up all names. An apostrophe does not end a word. */
function foldCharacter(character: string): string {
  let folded = foldedCharacters.get(character)
  if (folded === undefined) {
    folded = foldText(character).replaceAll(' ', '') || (foldText(`a${character}b`) === 'ab' ? '' : ' ')
    if (foldedCharacters.size < 5000) foldedCharacters.set(character, folded)
  }
  return folded
}

/** The characters of a text. A letter and its combining marks are one: и and a breve are й. */
function charactersOf(text: string): string[] {
  return /[\p{M}\ud800-\udfff]/u.test(text) ? (text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) : text.split('')
}

function foldedLetters(text: string): Letters {
  let joined = ''
  let at = 0
  let inWord = false
  const starts: number[] = []
  const ends: number[] = []
  const allStarts: number[] = []
  for (const character of charactersOf(text)) {
    const folded = foldCharacter(character)
    if (folded === ' ') {
      inWord = false
    } else if (folded !== '') {
      if (!inWord) allStarts.push(joined.length)
      inWord = true
      joined += folded
      for (let unit = 0; unit < folded.length; unit++) {
        starts.push(at)
        ends.push(at + character.length)
      }
    }
    at += character.length
  }
  return { joined, starts, ends, wordStarts: withoutLegalFormStarts(joined, allStarts) }
}

function withoutLegalFormStarts(joined: string, starts: readonly number[]): number[] {
  const words = starts.map((start, i) => joined.slice(start, starts[i + 1]))
  const kept: number[] = []
  for (let i = 0; i < words.length; ) {
    const length = legalFormAt(words, i)
    if (length === 0) kept.push(starts[i] as number)
    i += length || 1
  }
  return kept
}

/** Finds each word at the beginning of a word of the text. A joined word also matches across spaces. */
function findWords({ joined, starts, ends, wordStarts }: Letters, words: QueryWords) {
  const ranges: Range[] = []
  let found = 0
  for (const word of new Set(words)) {
    const before = ranges.length
    for (const start of wordStarts) {
      if (!joined.startsWith(word, start)) continue
      for (let i = start; i < start + word.length; i++) ranges.push([starts[i] as number, ends[i] as number])
    }
    if (ranges.length > before) found += 1
  }
  return { ranges, found }
}

function mark(text: string, ranges: Range[]): string {
  const marked = new Uint8Array(text.length + 1)
  for (const [start, end] of ranges) marked.fill(1, start, end)
  let result = ''
  for (let i = 0; i < text.length; i++) {
    if (marked[i] === 1 && marked[i - 1] !== 1) result += open
    const char = text[i] as string
    if (char !== open && char !== close) result += char
    if (marked[i] === 1 && marked[i + 1] !== 1) result += close
  }
  return result
}

/**
 * The field that best shows why a party was found, with the matching parts between ⟦ and ⟧. `readings` are the ways in
 * which the query was understood, best first.
 */
export function matchOf(party: Party, readings: readonly QueryWords[]): PartySearchItem['match'] {
  for (const id of readings.flatMap((words) => (words.length === 1 ? words : []))) {
    if (party.inn.startsWith(id)) return { field: 'inn', highlight: mark(party.inn, [[0, id.length]]) }
    if (party.ogrn.startsWith(id)) return { field: 'ogrn', highlight: mark(party.ogrn, [[0, id.length]]) }
  }
  const fields = [
    { field: 'name', text: party.short_name },
    { field: 'name', text: party.full_name },
    { field: 'director', text: party.director_name },
  ] as const
  let best: { field: PartySearchItem['match']['field']; text: string; ranges: Range[]; found: number } = {
    field: 'name',
    text: party.short_name ?? party.full_name,
    ranges: [],
    found: 0,
  }
  for (const { field, text } of fields) {
    if (text === null) continue
    // No other field can match more than the whole query.
    if (best.found > 0 && best.found >= (readings[0]?.length ?? 0)) break
    const letters = foldedLetters(text)
    for (const words of readings) {
      // «альфа банк» also matches «альфабанк».
      const joined = findWords(letters, [words.join('')])
      const result = joined.found > 0 ? { ...joined, found: words.length } : findWords(letters, words)
      if (result.found > best.found) best = { field, text, ...result }
    }
  }
  return { field: best.field, highlight: mark(best.text, best.ranges) }
}
