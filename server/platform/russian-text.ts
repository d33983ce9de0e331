/** The text, or the line at which the bytes are none. */
export type RussianText = { text: string; line?: never } | { text?: never; line: number }

/** What the encodings are called in messages. */
export const russianEncodings = 'windows-1251, UTF-8 or UTF-16'

/** Which order of bytes the mark at the beginning of UTF-16 names; undefined without one. */
export function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = head.subarray(0, 2).toString('hex')
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined
}

/**
 * UTF-8 is taken as what it is, whatever the file says, and so is UTF-16 with its mark, in which Excel saves text as Unicode;
 * anything else is windows-1251, in which banks write.
 */
export function decodeRussian(bytes: Buffer): RussianText {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) {
    try {
      return { text: new TextDecoder(utf16, { fatal: true }).decode(bytes) }
    } catch {
      return { line: 1 }
    }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder('windows-1251').decode(bytes)
    const control = /[^\P{Cc}\t\r\n]/u.exec(text)
    return control ? { line: text.slice(0, control.index).split('\n').length } : { text }
  }
}
