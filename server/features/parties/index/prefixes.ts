/**
 * A prefix of a word («строй» in a name or a director's name), of a whole name written as one word, or of an identifier
 * (INN, OGRN).
 */
export type PrefixKind = 'word' | 'name' | 'id'

export interface Prefix {
  kind: PrefixKind
  text: string
}

/** A party satisfies a clause if it has one of its prefixes. */
export type Clause = readonly Prefix[]

/** A party matches a conjunction if it satisfies all clauses. */
export type Conjunction = readonly Clause[]

/** Identifies a prefix in maps. */
export function prefixName({ kind, text }: Prefix): string {
  return `${kind} ${text}`
}

/** Longer prefixes have no key and no posting list. Names of schools and hospitals are long, and many begin alike. */
export const longestKeyed = 120

/*
 * The key of a prefix is a 64-bit hash, computed letter by letter in two halves of 32 bits: the key of a word's prefix is
 * known on the way to the key of the word. No register is large enough to expect a collision.
 */

export const seeds: Record<PrefixKind, readonly [high: number, low: number]> = {
  word: [0x2f0b4a27, 0x1b873593],
  name: [0x61c88647, 0x27d4eb2f],
  id: [0x7feb352d, 0x165667b1],
}

export function stepHigh(high: number, codeUnit: number): number {
  return Math.imul(high ^ codeUnit, 0x01000193)
}

export function stepLow(low: number, codeUnit: number): number {
  const mixed = Math.imul(low ^ (codeUnit + 0x9e37), 0x5bd1e995)
  return mixed ^ (mixed >>> 15)
}

/** The key as text, in the form in which PostgreSQL reads a bigint. */
export function prefixKey({ kind, text }: Prefix): string {
  let [high, low] = seeds[kind]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = stepHigh(high, unit)
    low = stepLow(low, unit)
  }
  return String((BigInt(high) << 32n) | BigInt(low >>> 0))
}

/** Entries of the tables of words are cut to this length. Matches of longer prefixes are checked against the full text. */
export const longestEntry = 200

export function isCut({ text }: Prefix): boolean {
  return text.length >= longestEntry
}

/** No folded word begins with one of these signs. */
const entrySigns: Record<PrefixKind, string> = { word: '', name: '^', id: '#' }

/** How a word, name or identifier is written in a table of words. */
export function wordEntry({ kind, text }: Prefix): string {
  // Not between the two halves of a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[longestEntry - 1] ?? '') ? longestEntry - 1 : longestEntry
  return entrySigns[kind] + text.slice(0, end)
}

/** The end of the range of entries that begin with a text: this sorts after every letter and digit. */
export const afterAllLetters = '\u{10ffff}'
