import anyAscii from 'any-ascii'

/**
 * Letters and digits of any script as lower-case ASCII. `any-ascii` transliterates sign by sign, so each sign is asked
 * for once and then kept: a book of a million names takes seconds instead of a minute.
 */
const known: (string | undefined)[] = []

/** The sign as lower-case ASCII letters and digits; empty for marks, quotation marks and the like. */
function asciiOf(code: number): string {
  const found = known[code]
  if (found !== undefined) return found
  const ascii = anyAscii(String.fromCodePoint(code))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
  if (code < 0x30000) known[code] = ascii
  return ascii
}

export function toAscii(text: string): string {
  let ascii = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number
    if (code > 0xffff) at++
    ascii += asciiOf(code)
  }
  return ascii
}

export type Script = 'latin' | 'cyrillic' | 'consonants' | 'signs' | 'other'

/** Where the words of a script stand: consonants only (Arabic, Hebrew), one sign per syllable (Han, Hangul), others. */
export function scriptOf(word: string): Script {
  const code = word.codePointAt(0) as number
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return 'latin'
  if (code >= 0x400 && code < 0x530) return 'cyrillic'
  if ((code >= 0x590 && code < 0x780) || (code >= 0xfb1d && code < 0xff00)) return 'consonants'
  if ((code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xd7b0) || code >= 0x20000)
    return 'signs'
  return 'other'
}
