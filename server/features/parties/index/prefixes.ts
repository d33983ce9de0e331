/**
 * A prefix is looked for among words («строй» in a name or a director's name), among whole names written as one word,
 * or among INN and OGRN. Each prefix has a key of 64 bits, made letter by letter in two halves: two prefixes that share
 * a key are not to be expected in any register.
 */
export type PrefixKind = 'word' | 'name' | 'id'

export interface Prefix {
  kind: PrefixKind
  text: string
}

/** A party fits if it has one of the prefixes. */
export type Need = readonly Prefix[]

/** Longer prefixes have no key. The names of schools and hospitals are long, and many begin alike. */
export const longestKeyed = 120

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

/** The key of a prefix as PostgreSQL takes a bigint. */
export function prefixKey({ kind, text }: Prefix): string {
  let [high, low] = seeds[kind]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = stepHigh(high, unit)
    low = stepLow(low, unit)
  }
  return String((BigInt(high) << 32n) | BigInt(low >>> 0))
}

/** Entries of the plain table are cut here; what is asked beyond is rechecked by text. */
export const longestEntry = 200

/** How a word or a whole name stands in the plain table; no folded word begins with the sign of names. */
export function wordEntry(kind: 'word' | 'name', text: string): string {
  // Not between the halves of a sign.
  const end = /[\ud800-\udbff]/.test(text[longestEntry - 1] ?? '') ? longestEntry - 1 : longestEntry
  return (kind === 'name' ? '^' : '') + text.slice(0, end)
}
