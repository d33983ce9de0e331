import { utf16Of } from '../../../platform/russian-text.ts'
import { damaged } from './damaged.ts'

/** The bytes of a file in pieces, from its beginning whenever they are asked for. */
export type Bytes = () => Iterable<Uint8Array>

/** Its text in pieces, from its beginning whenever it is asked for. */
export type Text = () => Iterable<string>

/** What the formats are recognized by. */
export function headOf(bytes: Bytes, length: number): Buffer {
  const pieces: Uint8Array[] = []
  let missing = length
  for (const piece of bytes()) {
    // A copy: the reader of the file may use its buffer again.
    pieces.push(piece.slice(0, missing))
    missing -= piece.length
    if (missing <= 0) break
  }
  return Buffer.concat(pieces)
}

/** Without the byte order mark. Bytes that are no UTF-8 throw a TypeError. */
export function* decoded(bytes: Bytes, encoding: string, fatal = false): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for (const piece of bytes()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** UTF-16, which Windows calls Unicode, as UTF-8: the readers look for letters by their bytes. It begins with its mark. */
export function inBytes(file: Bytes): Bytes {
  const encoding = utf16Of(headOf(file, 2))
  if (encoding === undefined) return file
  return function* () {
    const encoder = new TextEncoder()
    let line = 1
    try {
      for (const piece of decoded(file, encoding, true)) {
        line += piece.split('\n').length - 1
        yield encoder.encode(piece)
      }
    } catch (error) {
      // Halves of characters, and a file that was cut within one.
      if (!(error instanceof TypeError)) throw error
      throw damaged('statement_encoding', { line, encoding: 'utf-16' })
    }
  }
}

/** Whether all of it is UTF-8, and all of that ASCII; otherwise the first line that is not. */
export function checkUtf8(bytes: Bytes): { isAscii: boolean } | { badLine: number } {
  let isAscii = true
  try {
    for (const piece of decoded(bytes, 'utf-8', true)) isAscii &&= /^[\0-\x7f]*$/.test(piece)
    return { isAscii }
  } catch {
    return { badLine: lineOfDamage(bytes) }
  }
}

function lineOfDamage(bytes: Bytes): number {
  let line = 1
  for (const piece of decoded(bytes, 'utf-8')) {
    const [before = ''] = piece.split('\ufffd', 1)
    line += before.split('\n').length - 1
    if (before.length < piece.length) break
  }
  return line
}

/** Whether the bytes occur in the file. */
export function includesBytes(bytes: Bytes, sought: Buffer): boolean {
  let carried = Buffer.alloc(0)
  for (const piece of bytes()) {
    const joined = Buffer.concat([carried, piece])
    if (joined.includes(sought)) return true
    carried = joined.subarray(Math.max(0, joined.length - sought.length + 1))
  }
  return false
}

/** Longer than any field may be. Text without ends of lines would otherwise be held in memory as a whole. */
const longestLine = 20_000

/** The lines of a text, however they end; the last one may be empty. */
export function* linesOf(text: Text, section: () => string): Generator<string> {
  let rest = ''
  let number = 0
  for (const piece of text()) {
    const all = rest + piece
    // The end of a line may continue in the next piece.
    const end = all.endsWith('\r') ? all.length - 1 : all.length
    const lines = all.slice(0, end).split(/\r\n|\n|\r/)
    rest = (lines.pop() as string) + all.slice(end)
    for (const line of lines) {
      number += 1
      yield line
    }
    if (rest.length > longestLine) throw damaged('statement_text', { line: number + 1, section: section() })
  }
  yield* rest.split(/\r\n|\n|\r/)
}
