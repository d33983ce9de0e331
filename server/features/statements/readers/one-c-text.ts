import type { StatementWarning } from '../../../../contract/books/statements.ts'
import { damaged } from './damaged.ts'
import { type Bytes, checkUtf8, decoded, includesBytes, type Text } from './text.ts'

/** A key that every file has. In which encoding it reads right says more than what the file claims. */
const certainKey = 'ВерсияФормата='
const encodings = ['windows-1251', 'ibm866'] as const
const claims: ReadonlyMap<string, string> = new Map([
  ['windows', 'windows-1251'],
  ['dos', 'ibm866'],
])
/** The claim is in the header. */
const headerLength = 2000

/** The text of a 1C file. Many programs write UTF-8 and still claim Windows. */
export function decodeOneC(bytes: Bytes): { text: Text; warnings: StatementWarning[] } {
  const encoding = encodingOf(bytes)
  const text = () => decoded(bytes, encoding)
  const claim = /^Кодировка=(.*)$/m.exec(beginningOf(text))?.[1]?.trim().toLowerCase() ?? ''
  const claimed = claims.get(claim) ?? claim
  const isAsClaimed = claimed === '' || claimed.replace(/^utf8$/, 'utf-8') === encoding
  return {
    text,
    warnings: isAsClaimed
      ? []
      : [{ code: 'other_encoding', account: null, stated: claimed.slice(0, 20), found: encoding }],
  }
}

function encodingOf(bytes: Bytes): string {
  const utf8 = checkUtf8(bytes)
  if ('isAscii' in utf8) return 'utf-8'
  for (const encoding of encodings) if (includesBytes(bytes, encoded(certainKey, encoding))) return encoding
  if (includesBytes(bytes, Buffer.from(certainKey)))
    throw damaged('statement_encoding', { line: utf8.badLine, encoding: 'utf-8' })
  throw damaged('statement_encoding', { line: 1, encoding: 'windows-1251' })
}

/** Node only decodes encodings of one byte for each character. */
function encoded(text: string, encoding: (typeof encodings)[number]): Buffer {
  const characters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Buffer.from([...text].map((character) => characters.indexOf(character)))
}

function beginningOf(text: Text): string {
  let beginning = ''
  for (const piece of text()) {
    beginning += piece
    if (beginning.length >= headerLength) break
  }
  return beginning.slice(0, headerLength)
}
