import { isUtf8 } from 'node:buffer'
import type { ListFile } from '../lists/read-list.ts'
import { refused } from './list-refused.ts'

const lineEnd = 0x0a

/**
 * The same file, which fails at the first bytes that are not UTF-8. A file in another encoding would otherwise be read
 * with names that nobody has.
 */
export function utf8File({ name, open }: ListFile): ListFile {
  return { name, open: () => checked(name, open()) }
}

async function* checked(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1
  let cut: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = cut.length === 0 ? chunk : Buffer.concat([cut, chunk])
    const whole = bytes.subarray(0, bytes.length - lengthOfCut(bytes))
    if (!isUtf8(whole)) throw refused('list_encoding', { file, line: line + linesBeforeDamage(whole) })
    line += countLines(whole)
    cut = Buffer.from(bytes.subarray(whole.length))
    yield chunk
  }
  if (cut.length > 0) throw refused('list_encoding', { file, line })
}

/** How many of the last bytes begin a character whose rest comes with the next chunk. */
function lengthOfCut(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] as number
    const isContinuation = (byte & 0xc0) === 0x80
    if (isContinuation) continue
    const characterLength = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return characterLength > length ? length : 0
  }
  return 0
}

function linesBeforeDamage(bytes: Buffer): number {
  let lines = 0
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(lineEnd, from)
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return lines
    from = end + 1
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(lineEnd); at >= 0; at = bytes.indexOf(lineEnd, at + 1)) lines++
  return lines
}
