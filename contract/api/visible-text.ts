import { type Fault, fault } from './faults.ts'

/**
 * Names, and texts that people vote on, show everything that they contain: a text that turns the direction of its letters
 * around, hides some or goes on below looks like another one. So the texts of requests are one line of visible
 * characters. Texts with the option `multiline` may have several lines and characters without width, as comments have.
 */

/** Options of a text that is neither a name nor voted on. */
export const multiline = { 'x-multiline': true } as const

/** Control characters, line breaks, and all characters that are drawn as nothing: those that turn the direction, too. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const turning = /\p{Bidi_Control}/u
/** Keyboards write ❤️ with a selector behind it, which is no character of its own. */
const pictures = /\p{Extended_Pictographic}\ufe0f/gu

/** Whether a text is one line in which everything is visible. */
export function isVisible(text: string): boolean {
  return firstHidden(text) === null
}

function firstHidden(text: string): RegExpExecArray | null {
  // Nearly all texts end here.
  if (!hidden.test(text)) return null
  return hidden.exec(text.replace(pictures, (picture) => '_'.repeat(picture.length)))
}

/** A text of others, such as of a bank, as one line in which everything is visible. */
export function madeVisible(text: string): string {
  if (isVisible(text)) return text
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

/** The same for each text of a value of JSON. */
export function madeVisibleIn<T>(value: T): T {
  if (typeof value === 'string') return madeVisible(value) as T
  if (Array.isArray(value)) return value.map(madeVisibleIn) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, madeVisibleIn(part)])) as T
}

interface Options {
  writeOnly?: boolean
  'x-multiline'?: boolean
}

/** The fault of a text that is sent in this place. */
export function hiddenTextFault(text: string, loc: Fault['loc'], schema?: Options): Fault | undefined {
  // Passwords and tokens are read by nobody.
  if (schema?.writeOnly === true) return undefined
  const isMultiline = schema?.['x-multiline'] === true
  const found = isMultiline ? turning.exec(text) : firstHidden(text)
  if (!found) return undefined
  const values = { character: codePoint(found[0]), place: [...text.slice(0, found.index)].length + 1 }
  return isMultiline ? fault(loc, 'turned_text', values) : fault(loc, 'hidden_text', values)
}

function codePoint(character: string): string {
  const digits = (character.codePointAt(0) as number).toString(16).toUpperCase()
  return `U+${digits.padStart(4, '0')}`
}
