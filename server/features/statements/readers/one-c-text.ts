import type { StatementWarning } from '../../../../contract/statements.ts'
import { damaged } from './damaged.ts'

const encodings = ['windows-1251', 'ibm866'] as const
/** A key that every file has. In which encoding it reads right says more than what the file claims. */
const certainKey = 'ВерсияФормата='
const claims: ReadonlyMap<string, string> = new Map([
  ['windows', 'windows-1251'],
  ['dos', 'ibm866'],
])

/** The text of a 1C file. Many programs write UTF-8 and still claim Windows. */
export function decodeOneC(bytes: Uint8Array): { text: string; warnings: StatementWarning[] } {
  const { text, encoding } = decode(bytes)
  const claim = /^Кодировка=(.*)$/m.exec(text.slice(0, 2000))?.[1]?.trim().toLowerCase() ?? ''
  const claimed = claims.get(claim) ?? claim
  const isAsClaimed = claimed === '' || claimed.replace(/^utf8$/, 'utf-8') === encoding
  return {
    text,
    warnings: isAsClaimed
      ? []
      : [{ code: 'other_encoding', account: null, stated: claimed.slice(0, 20), found: encoding }],
  }
}

function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const utf8 = decodeUtf8(bytes)
  if ('text' in utf8) return { text: utf8.text, encoding: 'utf-8' }
  for (const encoding of encodings) {
    const text = new TextDecoder(encoding).decode(bytes)
    if (text.includes(certainKey)) return { text, encoding }
  }
  if (new TextDecoder().decode(bytes).includes(certainKey))
    throw damaged('statement_encoding', { line: utf8.badLine, encoding: 'utf-8' })
  throw damaged('statement_encoding', { line: 1, encoding: 'windows-1251' })
}

/** The text without its byte order mark, or the first line that is no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): { text: string } | { badLine: number } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const before = new TextDecoder().decode(bytes).split('\ufffd', 1)[0] as string
    return { badLine: before.split('\n').length }
  }
}
