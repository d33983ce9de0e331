import type { SearchForm } from './search-form.ts'

/*
 * Organizations that the register does not know are searched by 32-bit keys for the prefixes of their words, in an int[]
 * column under a GIN index: unlike the register they change one by one. A key can stand for two prefixes (a collision),
 * so a hit is always rechecked against the text.
 */

const lengthClasses = [5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 29, 33]

/**
 * A row of a tier outranks every row of a later one, so asking the tiers in turn gives hits in rank order and a common
 * word costs no more than its first thousand.
 */
export function tierOf(rank: number): number {
  const length = rank % 500
  const lengthClass = lengthClasses.findIndex((longest) => length <= longest)
  return (
    Math.floor(rank / 500) * (lengthClasses.length + 1) +
    (lengthClass < 0 ? lengthClasses.length : lengthClass)
  )
}

// party_organization_hits mixes the tier into the keys of a query in the same way; 83 × 24,036,583 fits an int4.
const tierFactor = 24_036_583

const wordSeed = 0x2f0b4a27
const nameSeed = 0x61c88647

// Which prefixes have a key; what is longer is answered by the next shorter one and the recheck.
const wordLengths = lengthTable([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 64])
const nameLengths = lengthTable([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 32, 48, 64, 96])
// INN and OGRN have no keys beyond 8 digits: a longer number is looked for in the plain indexes on INN and OGRN, and
// by its keys in names alone.
const idLengths = lengthTable([1, 2, 3, 4, 6, 8])
const digitLengths = lengthTable([1, 2, 3, 4, 6, 8, 9, 10, 12])
const digitsOnly = /^\d+$/

/** Whether the word is a number that, as an INN or OGRN, is found by a plain index and not by keys. */
export function isLongNumber(word: string): boolean {
  return word.length >= idLengths.length && digitsOnly.test(word)
}

function lengthTable(lengths: number[]): Uint8Array {
  const table = new Uint8Array(Math.max(...lengths) + 1)
  for (const length of lengths) table[length] = 1
  return table
}

function lengthsOf(word: string): Uint8Array {
  return digitsOnly.test(word) ? digitLengths : wordLengths
}

/** The finalizer of MurmurHash3: without it, words that differ in their last letter get neighbouring keys. */
function finish(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** The keys of the prefixes of a text, the longest last. */
function prefixKeys(seed: number, text: string, lengths: Uint8Array): number[] {
  const keys: number[] = []
  let hash = seed
  for (let length = 1; length <= Math.min(text.length, lengths.length - 1); length++) {
    hash = Math.imul(hash ^ text.charCodeAt(length - 1), 0x01000193)
    if (lengths[length] === 1) keys.push(finish(hash))
  }
  return keys
}

/**
 * The key under which every row with a word beginning with `prefix` is found, before its tier is mixed in. Of a long
 * number it finds the names alone.
 */
export function wordKey(prefix: string): number {
  return prefixKeys(wordSeed, prefix, lengthsOf(prefix)).at(-1) ?? 0
}

/** The key under which every row whose joined name begins with `prefix` is found, before its tier is mixed in. */
export function nameKey(prefix: string): number {
  return prefixKeys(nameSeed, prefix, nameLengths).at(-1) ?? 0
}

/** The keys to store, the tier mixed in. */
export function organizationKeys({ rank, words, joinedNames }: SearchForm): number[] {
  const all = words.trim().split(' ')
  const mix = tierOf(rank) * tierFactor
  const keys = new Set([
    ...all.slice(0, -2).flatMap((word) => prefixKeys(wordSeed, word, lengthsOf(word))),
    ...all.slice(-2).flatMap((id) => prefixKeys(wordSeed, id, idLengths)),
    ...joinedNames
      .trim()
      .split(' ')
      .flatMap((name) => prefixKeys(nameSeed, name, nameLengths)),
  ])
  return [...keys].map((key) => key ^ mix)
}
