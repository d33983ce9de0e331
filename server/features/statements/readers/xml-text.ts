import type { StatementWarning } from '../../../../contract/books/statements.ts'
import { damaged } from './damaged.ts'
import { type Bytes, checkUtf8, decoded, headOf, type Text } from './text.ts'

/** Encodings that banks use for XML. */
const known = new Set([
  'utf-8',
  'us-ascii',
  'windows-1251',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-5',
  'koi8-r',
])

/** The text of an XML file, by its declaration; UTF-8 that claims to be something else is taken as what it is. */
export function decodeXml(bytes: Bytes): { text: Text; warnings: StatementWarning[] } {
  const declaration = headOf(bytes, 200).toString('latin1')
  const named = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,20})["']/.exec(declaration)?.[1]
  const declared = (named ?? 'utf-8').toLowerCase()
  const utf8 = checkUtf8(bytes)
  // What was UTF-16 is UTF-8 by now.
  const isPlain = declared === 'utf-8' || declared === 'utf-16' || declared === 'us-ascii'
  if ('isAscii' in utf8) {
    return {
      text: () => decoded(bytes, 'utf-8'),
      warnings:
        isPlain || utf8.isAscii
          ? []
          : [{ code: 'other_encoding', account: null, stated: declared, found: 'utf-8' }],
    }
  }
  if (isPlain || !known.has(declared)) {
    throw damaged('statement_encoding', { line: utf8.badLine, encoding: declared })
  }
  return { text: () => decoded(bytes, declared), warnings: [] }
}
