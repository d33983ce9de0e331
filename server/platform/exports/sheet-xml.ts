import { currencyDecimals, isCurrency } from '../../../contract/money/currencies.ts'
import { amountStyle, styles } from './sheet-styles.ts'

/** How a cell is written: as text, as the word for a value, or as a number in a style of the workbook. */
export type SheetCell =
  | { is: 'text' | 'number' | 'date' | 'time' }
  | { is: 'word'; words: Readonly<Record<string, string>> }
  /** Of the currency or asset that another cell of the row names. */
  | { is: 'amount'; currencyAt: number }

/** A number with more digits would lose the last ones: these always fit into a double, and Excel calculates with 15. */
const mostDigits = 15

const bytes = (text: string) => Uint8Array.from(Buffer.from(text))
const rowStart = bytes('<row>')
const rowEnd = bytes('</row>')
const nothing = bytes('<c/>')
const textStart = bytes('<c t="inlineStr"><is><t>')
const spacedTextStart = bytes('<c t="inlineStr"><is><t xml:space="preserve">')
const textEnd = bytes('</t></is></c>')
const styled = (style: number) => bytes(style === 0 ? '<c><v>' : `<c s="${style}"><v>`)
const [plainStart, dateStart, timeStart] = [styled(0), styled(styles.date), styled(styles.time)]
const amountStarts = Array.from({ length: 19 }, (_, decimals) => styled(amountStyle(decimals)))
const valueEnd = bytes('</v></c>')
const markup = spacedTextStart.length + textEnd.length
const entities: Readonly<Record<number, Uint8Array>> = {
  38: bytes('&amp;'),
  60: bytes('&lt;'),
  62: bytes('&gt;'),
  13: bytes('&#13;'),
}
/** Excel reads _x0041_ in a text as an escape. */
const underline = bytes('_x005F_')
/** The longest that one byte becomes. */
const growth = underline.length

const [minus, point, zero] = [0x2d, 0x2e, 0x30] as const
const [tab, lineFeed, backslash, underscore, smallX] = [0x09, 0x0a, 0x5c, 0x5f, 0x78] as const
/** What COPY writes after a backslash. */
const escaped: Readonly<Record<number, number>> = {
  98: 0x08,
  102: 0x0c,
  110: 0x0a,
  114: 0x0d,
  116: 0x09,
  118: 0x0b,
}
const nullMark = 0x4e
/** U+FFFE and U+FFFF are no characters of XML; in UTF-8 they begin with this. */
const [nonCharacter, second, third] = [0xef, 0xbf, 0xbe] as const

/** Bytes that need a second look. */
const isSpecial = new Uint8Array(256)
for (let control = 0; control < 0x20; control++) isSpecial[control] = 1
for (const byte of [0x26, 0x3c, 0x3e, backslash, underscore, nonCharacter]) isSpecial[byte] = 1

/**
 * The rows of a sheet from rows of COPY in its text format. In bytes, because strings would take three times as long. The
 * pieces are about as large as asked for, and use the same memory: each has to be read before the next one.
 */
export function* sheetXml(
  given: Uint8Array,
  cells: readonly SheetCell[],
  pieceBytes: number,
): Generator<Uint8Array> {
  const words = cells.map((cell) => (cell.is === 'word' ? wordCells(cell.words) : undefined))
  let out = new Uint8Array(pieceBytes)
  let at = 0
  let to = 0
  let lastCode = new Uint8Array()
  let lastPlaces = 0

  function put(part: Uint8Array): void {
    out.set(part, to)
    to += part.length
  }

  /** Writes the text of a cell, from `at` up to the tab or line end behind it. */
  function putText(): void {
    for (;;) {
      let byte = given[at++] as number
      if (isSpecial[byte] === 0) {
        out[to++] = byte
        continue
      }
      if (byte === tab || byte === lineFeed) return
      if (byte === backslash) {
        byte = given[at++] as number
        byte = escaped[byte] ?? byte
      }
      const entity = entities[byte]
      if (entity) put(entity)
      else if (byte === underscore && given[at] === smallX) put(underline)
      else if (byte === nonCharacter && given[at] === second && (given[at + 1] as number) >= third) at += 2
      else if (byte >= 0x20 || byte === tab || byte === lineFeed) out[to++] = byte
    }
  }

  /** From `at` to the tab or line end behind the cell. Numbers and codes are written as they are. */
  function cellEnd(from: number): number {
    let end = from
    while (given[end] !== tab && given[end] !== lineFeed) end++
    return end
  }

  /** The decimals of the currency that this cell names. Rows of the same one follow each other. */
  function currencyPlaces(row: number, index: number): number {
    let from = row
    for (let before = 0; before < index; before++) from = cellEnd(from) + 1
    const end = cellEnd(from)
    if (!isAt(given, from, end, lastCode)) {
      lastCode = given.slice(from, end)
      const code = Buffer.from(lastCode).toString('latin1')
      lastPlaces = isCurrency(code) ? currencyDecimals(code) : 0
    }
    return lastPlaces
  }

  /** What a number begins with; undefined if it would not be exact. */
  function numberStart(cell: SheetCell, row: number, end: number): Uint8Array | undefined {
    if (cell.is === 'date') return dateStart
    const decimals = decimalsOf(given, at, end)
    // The beginning of a day is what banks say of a day.
    if (cell.is === 'time') return decimals === 0 ? dateStart : timeStart
    if (digitsOf(given, at, end) > mostDigits) return undefined
    if (cell.is !== 'amount') return decimals === 0 ? plainStart : amountStarts[decimals]
    return amountStarts[Math.max(decimals, currencyPlaces(row, cell.currencyAt))]
  }

  function putCell(index: number, row: number): void {
    const cell = cells[index] as SheetCell
    if (given[at] === backslash && given[at + 1] === nullMark) {
      at += 3
      put(nothing)
      return
    }
    const start = to
    if (cell.is === 'word') {
      const end = cellEnd(at)
      const word = words[index]?.find(({ value }) => isAt(given, at, end, value))?.cell
      if (word) {
        at = end + 1
        put(word)
        return
      }
    } else if (cell.is !== 'text') {
      const begins = numberStart(cell, row, cellEnd(at))
      if (begins) {
        put(begins)
        putText()
        put(valueEnd)
        return
      }
    }
    put(textStart)
    const content = to
    putText()
    // Excel takes spaces around a text away unless it is told to keep them.
    if (to > content && ((out[content] as number) <= 0x20 || (out[to - 1] as number) <= 0x20)) {
      out.copyWithin(start + spacedTextStart.length, content, to)
      out.set(spacedTextStart, start)
      to += spacedTextStart.length - textStart.length
    }
    put(textEnd)
  }

  const longestWords = words
    .flatMap((known) => known ?? [])
    .reduce((longest, { cell }) => Math.max(longest, cell.length), 0)
  while (at < given.length) {
    const end = given.indexOf(lineFeed, at)
    const most =
      (end - at) * growth + cells.length * (markup + longestWords) + rowStart.length + rowEnd.length
    if (to > 0 && to + most > out.length) {
      yield out.subarray(0, to)
      to = 0
    }
    if (most > out.length) out = new Uint8Array(most)
    put(rowStart)
    const row = at
    for (let index = 0; index < cells.length; index++) putCell(index, row)
    put(rowEnd)
  }
  if (to > 0) yield out.subarray(0, to)
}

interface WordCell {
  /** As COPY writes it. */
  value: Uint8Array
  cell: Uint8Array
}

/** The cells of the words for values, ready to be written. There are few: they are compared as bytes, one by one. */
function wordCells(words: Readonly<Record<string, string>>): WordCell[] {
  return Object.entries(words).map(([value, word]) => ({
    value: bytes(value),
    cell: bytes(`<c t="inlineStr"><is><t>${xmlText(word)}</t></is></c>`),
  }))
}

function isAt(given: Uint8Array, from: number, to: number, text: Uint8Array): boolean {
  if (to - from !== text.length) return false
  for (let at = 0; at < text.length; at++) if (given[from + at] !== text[at]) return false
  return true
}

export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function decimalsOf(given: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) if (given[at] === point) return to - at - 1
  return 0
}

/** The digits that count: without sign, point and zeros before the first other one. */
function digitsOf(given: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const byte = given[at]
    if (byte === minus || byte === point || (byte === zero && count === 0)) continue
    count += 1
  }
  return count
}
