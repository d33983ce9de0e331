import { foldWords, withoutLegalForms } from '../../contract/text-folding.ts'
import type { Party } from './party.ts'

/**
 * What is stored of a party so that a search finds it: its words, and 32-bit keys for the prefixes of those
 * words in an int[] column under a GIN index. A key can stand for two prefixes (a collision), so a hit is always
 * rechecked against `words` or `joinedNames`.
 */
export interface SearchForm {
  /** Static rank: standing, then kind, then length of the name. Within a class of hits, smaller comes first. */
  rank: number
  /** Every word that can be asked for, each between single spaces, e.g. ` альфа банк альфабанк 7728168971 `. */
  words: string
  /** The names without legal forms, each written as one word, e.g. ` альфабанк`. */
  joinedNames: string
  /** The tier is mixed in. */
  keys: number[]
  /** The plain words of names and director, for the vocabulary that forgives typos. */
  vocabulary: ReadonlySet<string>
}

type Searchable = Pick<
  Party,
  'inn' | 'ogrn' | 'type' | 'full_name' | 'short_name' | 'status' | 'director_name'
>

const longestRankedName = 499

// A row of the best tier outranks every row of a later one, so asking the tiers in turn gives hits in rank order
// and a common word costs no more than its first thousand.
const lengthClasses = [5, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 29, 33]

const standings: Record<Party['status'], number> = {
  active: 0,
  reorganizing: 0,
  unknown: 0,
  liquidating: 1,
  bankrupt: 1,
  liquidated: 2,
}

export function rankOf(status: Party['status'], type: Party['type'], nameLength: number): number {
  return standings[status] * 1000 + (type === 'legal' ? 0 : 500) + Math.min(nameLength, longestRankedName)
}

export function tierOf(rank: number): number {
  const length = rank % 500
  const lengthClass = lengthClasses.findIndex((longest) => length <= longest)
  return (
    Math.floor(rank / 500) * (lengthClasses.length + 1) +
    (lengthClass < 0 ? lengthClasses.length : lengthClass)
  )
}

const smallestRange = 20_000
const largestRange = 250_000
const mostTiersInRange = 4

/**
 * Neighbouring tiers with few rows are asked together, so that a rare word takes fewer passes. What a search reads in
 * vain stays in proportion to what was read before, and GIN compares every row of a range with each of its tiers:
 * therefore the bounds.
 */
export function tierRanges(rowsOfTier: readonly number[]): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = []
  let before = 0
  let rows = 0
  let first = 0
  for (let tier = 0; tier < rowsOfTier.length; tier++) {
    rows += rowsOfTier[tier] ?? 0
    const isLast = tier === rowsOfTier.length - 1
    const isFull =
      rows >= Math.max(smallestRange, Math.min(before * 3, largestRange)) ||
      tier - first + 1 >= mostTiersInRange
    if (rows === 0) first = tier + 1
    else if (isLast || isFull) {
      ranges.push({ first, last: tier })
      before += rows
      rows = 0
      first = tier + 1
    }
  }
  return ranges
}

// migrations/0031 mixes the tier into the keys of a query in the same way; 83 × 24,036,583 fits an int4.
const tierFactor = 24_036_583

const wordSeed = 0x2f0b4a27
const nameSeed = 0x61c88647

// Which prefixes have a key; what is longer is answered by the next shorter one and the recheck. In words there are no
// gaps up to 16 letters: «ивановс» must not be looked for among all «иванов», nor «александровиич» among all
// «александрови».
const wordLengths = lengthTable([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 64])
const nameLengths = lengthTable([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 32, 48, 64, 96])
// INN and OGRN have no keys beyond 8 digits: nearly each would be a key of its own, which costs the index more than all
// the words together. A longer number is looked for in the plain indexes on INN and OGRN, and by its keys in names alone.
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

function step(hash: number, codeUnit: number): number {
  return Math.imul(hash ^ codeUnit, 0x01000193)
}

/** The finalizer of MurmurHash3: without it, words that differ in their last letter get neighbouring keys. */
function finish(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** Adds the keys of the prefixes that are longer than `known`. */
function addPrefixKeys(keys: number[], seed: number, text: string, lengths: Uint8Array, known = 0): void {
  let hash = seed
  const longest = Math.min(text.length, lengths.length - 1)
  for (let length = 1; length <= longest; length++) {
    hash = step(hash, text.charCodeAt(length - 1))
    if (length > known && lengths[length] === 1) keys.push(finish(hash))
  }
}

function longestKey(seed: number, text: string, lengths: Uint8Array): number {
  let hash = seed
  let key = 0
  for (let length = 1; length <= Math.min(text.length, lengths.length - 1); length++) {
    hash = step(hash, text.charCodeAt(length - 1))
    if (lengths[length] === 1) key = finish(hash)
  }
  return key
}

/**
 * The key under which every row with a word beginning with `prefix` is found, before its tier is mixed in. Of a long
 * number it finds the names alone.
 */
export function wordKey(prefix: string): number {
  return longestKey(wordSeed, prefix, lengthsOf(prefix))
}

/** The key under which every row whose joined name begins with `prefix` is found, before its tier is mixed in. */
export function nameKey(prefix: string): number {
  return longestKey(nameSeed, prefix, nameLengths)
}

/** The words of a name that count; a name that consists of legal forms alone keeps them. */
export function nameWords(name: string): string[] {
  const words = foldWords(name)
  const distinctive = withoutLegalForms(words)
  return distinctive.length > 0 ? distinctive : words
}

export function searchForm(party: Searchable): SearchForm {
  const vocabulary = new Set<string>()
  const joinedWords = new Set<string>()
  const joinedNames = new Set<string>()
  const keys: number[] = []
  let nameLength = longestRankedName

  function addWord(word: string): void {
    if (vocabulary.has(word)) return
    vocabulary.add(word)
    addPrefixKeys(keys, wordSeed, word, lengthsOf(word))
  }
  for (const name of [party.full_name, party.short_name]) {
    if (name === null) continue
    const words = nameWords(name)
    const joined = words.join('')
    if (joined === '' || joinedNames.has(joined)) continue
    joinedNames.add(joined)
    nameLength = Math.min(nameLength, joined.length)
    addPrefixKeys(keys, nameSeed, joined, nameLengths)
    let previous = ''
    for (const word of words) {
      addWord(word)
      // «альфабанк» finds «Альфа-Банк» and «Альфа Банк»; the prefixes of «альфа» are there already. Nobody joins
      // first name and patronymic, and a surname with what follows is the beginning of the name.
      const pair = previous + word
      if (party.type === 'legal' && previous !== '' && !joinedWords.has(pair)) {
        joinedWords.add(pair)
        const known = lengthsOf(previous) === lengthsOf(pair) ? previous.length : 0
        addPrefixKeys(keys, wordSeed, pair, lengthsOf(pair), known)
      }
      previous = word
    }
  }
  if (party.director_name !== null) for (const word of foldWords(party.director_name)) addWord(word)
  for (const id of [party.inn, party.ogrn]) addPrefixKeys(keys, wordSeed, id, idLengths)

  const rank = rankOf(party.status, party.type, nameLength)
  const mix = tierOf(rank) * tierFactor
  for (let i = 0; i < keys.length; i++) keys[i] = (keys[i] as number) ^ mix
  return {
    rank,
    words: ` ${[...vocabulary, ...joinedWords, party.inn, party.ogrn].join(' ')} `,
    joinedNames: [...joinedNames].map((name) => ` ${name}`).join(''),
    keys,
    vocabulary,
  }
}
