/** How a cell is written: as text, or as a number in a style of the workbook. */
export type SheetCell = 'text' | 'number' | 'date' | 'time'

/** A number with more signs would lose the last digits: Excel calculates with 15. */
const mostSigns = 15

const bytes = (text: string) => Uint8Array.from(Buffer.from(text))
const rowStart = bytes('<row>')
const rowEnd = bytes('</row>')
const nothing = bytes('<c/>')
const textStart = bytes('<c t="inlineStr"><is><t>')
const spacedTextStart = bytes('<c t="inlineStr"><is><t xml:space="preserve">')
const textEnd = bytes('</t></is></c>')
const valueStart = {
  number: bytes('<c><v>'),
  date: bytes('<c s="1"><v>'),
  time: bytes('<c s="2"><v>'),
} as const
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
  let out = new Uint8Array(pieceBytes)
  let at = 0
  let to = 0

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

  function putCell(cell: SheetCell): void {
    if (given[at] === backslash && given[at + 1] === nullMark) {
      at += 3
      put(nothing)
      return
    }
    const start = to
    if (cell !== 'text') {
      put(valueStart[cell])
      const [first, firstOut] = [at, to]
      putText()
      if (to - firstOut <= mostSigns || cell !== 'number') {
        put(valueEnd)
        return
      }
      at = first
      to = start
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

  while (at < given.length) {
    const end = given.indexOf(lineFeed, at)
    const most = (end - at) * growth + cells.length * markup + rowStart.length + rowEnd.length
    if (to > 0 && to + most > out.length) {
      yield out.subarray(0, to)
      to = 0
    }
    if (most > out.length) out = new Uint8Array(most)
    put(rowStart)
    for (let index = 0; index < cells.length; index++) putCell(cells[index] as SheetCell)
    put(rowEnd)
  }
  if (to > 0) yield out.subarray(0, to)
}
