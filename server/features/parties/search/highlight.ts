import type { PartySearchItem } from '../../../../contract/parties.ts'
import { foldText, legalFormAt } from '../../../../contract/text-folding.ts'
import type { Party } from '../party.ts'
import type { QueryWords } from './party-query.ts'

// White square brackets: they occur in no name, are no HTML, and can be read as they are.
const open = '⟦'
const close = '⟧'

type Range = [start: number, end: number]

interface Letters {
  /** The folded letters without gaps. */
  joined: string
  /** Where in the text the sign of each letter begins and ends. */
  starts: number[]
  ends: number[]
  /** Where in `joined` the words begin, those of legal forms left out. */
  wordStarts: number[]
}

const foldedSigns = new Map<string, string>()

/** The same few hundred signs make up every name, so each is folded once. An apostrophe belongs to its word. */
function foldSign(sign: string): string {
  let folded = foldedSigns.get(sign)
  if (folded === undefined) {
    folded = foldText(sign).replaceAll(' ', '') || (foldText(`a${sign}b`) === 'ab' ? '' : ' ')
    if (foldedSigns.size < 5000) foldedSigns.set(sign, folded)
  }
  return folded
}

/** The signs of a text: a letter with the marks that are written over it is one, as и and its breve are й. */
function signsOf(text: string): string[] {
  return /[\p{M}\ud800-\udfff]/u.test(text) ? (text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) : text.split('')
}

function foldedLetters(text: string): Letters {
  let joined = ''
  let at = 0
  let inWord = false
  const starts: number[] = []
  const ends: number[] = []
  const allStarts: number[] = []
  for (const sign of signsOf(text)) {
    const folded = foldSign(sign)
    if (folded === ' ') {
      inWord = false
    } else if (folded !== '') {
      if (!inWord) allStarts.push(joined.length)
      inWord = true
      joined += folded
      for (let unit = 0; unit < folded.length; unit++) {
        starts.push(at)
        ends.push(at + sign.length)
      }
    }
    at += sign.length
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

/** Where in the text the words are found: each at the beginning of a word, across gaps where it was joined. */
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
    // Nothing shows more than the whole query.
    if (best.found > 0 && best.found >= (readings[0]?.length ?? 0)) break
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
