/** The text, or the line at which the bytes are none. */
export type RussianText = { text: string; line?: never } | { text?: never; line: number }

/** What the encodings are called in messages. */
export const russianEncodings = 'windows-1251 or UTF-8'

/** UTF-8 is taken as what it is, whatever the file says; anything else is windows-1251, in which banks write. */
export function decodeRussian(bytes: Buffer): RussianText {
  const isUtf16 = bytes.length >= 2 && (bytes.readUInt16BE(0) === 0xfeff || bytes.readUInt16BE(0) === 0xfffe)
  if (isUtf16) return { line: 1 }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder('windows-1251').decode(bytes)
    const control = /[^\P{Cc}\t\r\n]/u.exec(text)
    return control ? { line: text.slice(0, control.index).split('\n').length } : { text }
  }
}
