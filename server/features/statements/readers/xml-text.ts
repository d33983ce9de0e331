import type { StatementWarning } from '../../../../contract/statements.ts'
import { damaged } from './damaged.ts'
import { decodeUtf8 } from './one-c-text.ts'

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
export function decodeXml(bytes: Uint8Array): { text: string; warnings: StatementWarning[] } {
  const declaration = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const named = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,20})["']/.exec(declaration)?.[1]
  const declared = (named ?? 'utf-8').toLowerCase()
  const utf8 = decodeUtf8(bytes)
  const isAscii = declared === 'utf-8' || declared === 'us-ascii'
  if ('text' in utf8) {
    const isAsDeclared = isAscii || /^[\0-\x7f]*$/.test(utf8.text)
    return {
      text: utf8.text,
      warnings: isAsDeclared
        ? []
        : [{ code: 'other_encoding', account: null, stated: declared, found: 'utf-8' }],
    }
  }
  if (isAscii || !known.has(declared)) {
    throw damaged('statement_encoding', { line: utf8.badLine, encoding: declared })
  }
  return { text: new TextDecoder(declared).decode(bytes), warnings: [] }
}
