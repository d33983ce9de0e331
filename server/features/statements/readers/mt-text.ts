import type { StatementWarning } from '../../../../contract/books/statements.ts'
import { damaged } from './damaged.ts'
import { type Bytes, checkUtf8, decoded, type Text } from './text.ts'

/** The text of a SWIFT message. It names no encoding: the bytes of Russian letters say which one it is. */
export function decodeMt(bytes: Bytes): { text: Text; warnings: StatementWarning[] } {
  const utf8 = checkUtf8(bytes)
  if ('isAscii' in utf8) return { text: () => decoded(bytes, 'utf-8'), warnings: [] }
  const { lettersOfDos, lettersOfWindows, pairs, high } = countBytes(bytes)
  // Nearly all of it is UTF-8: then a byte is damaged.
  if (pairs * 2 > high * 0.8) throw damaged('statement_encoding', { line: utf8.badLine, encoding: 'utf-8' })
  const encoding = lettersOfDos > lettersOfWindows ? 'ibm866' : 'windows-1251'
  return { text: () => decoded(bytes, encoding), warnings: [] }
}

function countBytes(bytes: Bytes) {
  const count = { lettersOfDos: 0, lettersOfWindows: 0, pairs: 0, high: 0 }
  let before = 0
  for (const piece of bytes()) {
    for (const byte of piece) {
      if (byte >= 0x80) count.high += 1
      // А to п in IBM866. Letters of windows-1251 are from 0xc0, of which IBM866 has lines of tables up to 0xdf.
      if (byte >= 0x80 && byte <= 0xaf) count.lettersOfDos += 1
      if ((byte >= 0xc0 && byte <= 0xdf) || byte >= 0xf0) count.lettersOfWindows += 1
      if ((before === 0xd0 || before === 0xd1) && byte >= 0x80 && byte <= 0xbf) count.pairs += 1
      before = byte
    }
  }
  return count
}
