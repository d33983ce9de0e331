import type { PartySearchItem } from '../../contract/parties.ts'
import { foldText } from '../../contract/text-folding.ts'
import type { Party } from './party.ts'
import type { QueryWords } from './party-query.ts'

// White square brackets: they occur in no name, are no HTML, and can be read as they are.
const open = '⟦'
const close = '⟧'

type Range = [start: number, end: number]

interface Letters {
  /** The folded letters without gaps. */
  joined: string
  /** Where in the text each of them came from. */
  places: Range[]
  wordStarts: number[]
}

const foldedSigns = new Map<string, string>()

/** The same few hundred signs make up every name, so each is folded once. An apostrophe belongs to its word. */
function foldSign(sign: string): string {
  let folded = foldedSigns.get(sign)
  if (folded === undefined) {
    folded = foldText(sign) || (foldText(`a${sign}b`) === 'ab' ? '' : ' ')
    if (foldedSigns.size < 5000) foldedSigns.set(sign, folded)
  }
  return folded
}

function foldedLetters(text: string): Letters {
  let joined = ''
  const places: Range[] = []
  const wordStarts: number[] = []
  let inWord = false
  // A letter with the marks that are written over it is one sign: и and its breve are й.
  for (const { 0: sign, index } of text.matchAll(/\P{M}\p{M}*/gu)) {
    const folded = foldSign(sign)
    if (folded === ' ') inWord = false
    for (const letter of folded.replaceAll(' ', '')) {
      if (!inWord) wordStarts.push(joined.length)
      inWord = true
      joined += letter
      for (let unit = 0; unit < letter.length; unit++) places.push([index, index + sign.length])
    }
  }
  return { joined, places, wordStarts }
}

/** Where in the text the words are found: each at the beginning of a word, across gaps where it was joined. */
function findWords({ joined, places, wordStarts }: Letters, words: QueryWords) {
  const ranges: Range[] = []
  let found = 0
  for (const word of new Set(words)) {
    let isFound = false
    for (const start of wordStarts) {
      if (!joined.startsWith(word, start)) continue
      isFound = true
      ranges.push(...places.slice(start, start + word.length))
    }
    if (isFound) found += 1
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
 * The field that shows best why a party was found, with the found parts between ⟦ and ⟧. `readings` are what the
 * query was taken for, best first.
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
    const letters = foldedLetters(text)
    for (const words of readings) {
      // «альфа банк» is also found where the name has it as one word.
      const whole = findWords(letters, [words.join('')])
      const result = whole.found > 0 ? { ...whole, found: words.length } : findWords(letters, words)
      if (result.found > best.found) best = { field, text, ...result }
    }
  }
  return { field: best.field, highlight: mark(best.text, best.ranges) }
}
