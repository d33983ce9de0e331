import { type Buckets, createBucketBuilder, hashText } from './buckets.ts'
import { compareWords, isWithoutVowels, mostEdits, type WordPair } from './compare-words.ts'
import type { NameWord } from './prepare-name.ts'
import { createSoundKey } from './sound-key.ts'
import { consonantsOf } from './sounds.ts'
import { givenNameGroups } from './vocabulary.ts'

/**
 * The words of all names of an index, and how to find those that a word may stand for without looking at the others: by
 * deletions of letters (as SymSpell does it), by consonants for scripts without vowels, and by given names.
 */
export interface VocabularyIndex {
  idOf(text: string): number | undefined
  texts(): Iterable<string>
  /** All words that compare as the same word, itself among them. */
  similar(word: NameWord): SimilarWords
  /** The same for the words from `at` to `last`, written as one: with one typo at most. */
  similarJoined(words: readonly NameWord[], at: number, last: number): SimilarWords
  /** The words that may be the beginning or the end of a word that nobody has: «AlisherUsmanov». */
  partsOf(word: NameWord): readonly (readonly number[])[]
  bytes: number
}

export interface SimilarWords {
  ids: readonly number[]
  /** By the words themselves, which all names of the index share. */
  pairs: ReadonlyMap<NameWord, WordPair>
}

// A book repeats its words: what was found for one is kept for the next name that has it. `prepareName` gives the same
// object for the same word.
const mostKept = 50_000
const shortestWithTwoTypos = 6
const shortestPart = 4
// Cutting a word in two everywhere takes the square of its length.
const longestOfParts = 500

/** Hashes of the consonants, with and without the Arabic article. */
function eachSkeleton(sound: string, visit: (hash: number) => void): void {
  const consonants = consonantsOf(sound)
  if (consonants.length < 2) return
  visit(hashText(consonants))
  visit(hashText(`l${consonants}`))
  if (consonants.startsWith('l') && consonants.length > 2) visit(hashText(consonants.slice(1)))
}

const none: SimilarWords = { ids: [], pairs: new Map() }

export function* buildVocabulary(words: readonly NameWord[]): Generator<void, VocabularyIndex> {
  const idByText = new Map<string, number>()
  const typos = createBucketBuilder()
  const skeletons = createBucketBuilder()
  const letters = new Int32Array(words.length)
  const lengths = new Uint16Array(words.length)
  const byGroup = new Map<number, number[]>()
  const key = createSoundKey()
  for (const [id, word] of words.entries()) {
    if (!idByText.has(word.text)) idByText.set(word.text, id)
    lengths[id] = Math.min(word.text.length, longestLength)
    key.clear()
    key.add(word.sound)
    letters[id] = key.letters()
    if (word.script !== 'signs') {
      const count = key.hash(word.sound.length >= shortestWithTwoTypos)
      for (let i = 0; i < count; i++) typos.add(key.hashes[i] as number, id)
    } else typos.add(hashText(word.native), id)
    skeletons.add(hashText(consonantsOf(word.sound)), id)
    for (const group of givenNameGroups(word.text)) byGroup.set(group, [...(byGroup.get(group) ?? []), id])
    if (id % 500 === 0) yield
  }
  const typoBuckets: Buckets = yield* typos.finish()
  const skeletonBuckets: Buckets = yield* skeletons.finish()

  const kept = new Map<NameWord, SimilarWords>()
  const keptParts = new Map<NameWord, readonly (readonly number[])[]>()
  const seen = new Int32Array(words.length)
  let round = 0
  let ids: number[] | undefined
  let pairs: Map<NameWord, WordPair> | undefined

  function begin(): void {
    round += 1
    ids = undefined
    pairs = undefined
  }

  function found(): SimilarWords {
    return ids && pairs ? { ids, pairs } : none
  }

  function check(word: NameWord, id: number): void {
    if (seen[id] === round) return
    seen[id] = round
    const other = words[id] as NameWord
    const pair = compareWords(word, other)
    if (!pair) return
    ids ??= []
    pairs ??= new Map()
    ids.push(id)
    pairs.set(other, pair)
  }

  /** Checks words whose key is like the one in `key`. The word is only made if there are any. */
  function checkTypos(makeWord: () => NameWord, length: number, twice: boolean): void {
    const own = key.letters()
    const mostBits = length < shortestWithTwoTypos ? 2 : 2 * mostEdits
    const count = key.hash(twice)
    let word: NameWord | undefined
    for (let i = 0; i < count; i++) {
      const hash = key.hashes[i] as number
      const end = typoBuckets.endOf(hash)
      for (let at = typoBuckets.startOf(hash); at < end; at++) {
        const id = typoBuckets.ids[at] as number
        if (Math.abs((lengths[id] as number) - length) > mostEdits + 1) continue
        if (countBits(own ^ (letters[id] as number)) > mostBits) continue
        word ??= makeWord()
        check(word, id)
      }
    }
  }

  function find(word: NameWord): SimilarWords {
    begin()
    if (word.script === 'signs') {
      const hash = hashText(word.native)
      const end = typoBuckets.endOf(hash)
      for (let at = typoBuckets.startOf(hash); at < end; at++) check(word, typoBuckets.ids[at] as number)
    } else {
      key.clear()
      key.add(word.sound)
      checkTypos(
        () => word,
        Math.min(word.text.length, longestLength),
        word.sound.length >= shortestWithTwoTypos,
      )
    }
    eachSkeleton(word.sound, (hash) => {
      const end = skeletonBuckets.endOf(hash)
      for (let at = skeletonBuckets.startOf(hash); at < end; at++) {
        const id = skeletonBuckets.ids[at] as number
        // Only between scripts: within one script the letters themselves are compared.
        const { script } = words[id] as NameWord
        if (script !== word.script && (isWithoutVowels(script) || isWithoutVowels(word.script)))
          check(word, id)
      }
    })
    for (const group of givenNameGroups(word.text)) for (const id of byGroup.get(group) ?? []) check(word, id)
    return found()
  }

  function similarJoined(parts: readonly NameWord[], first: number, last: number): SimilarWords {
    begin()
    key.clear()
    let length = 0
    for (let at = first; at <= last; at++) {
      const part = parts[at] as NameWord
      key.add(part.sound)
      length += part.text.length
    }
    checkTypos(() => joined(parts.slice(first, last + 1)), length, false)
    return found()
  }

  function findParts({ text }: NameWord): number[][] {
    const parts: number[][] = []
    if (text.length < 2 * shortestPart - 1 || text.length > longestOfParts) return parts
    for (let at = shortestPart - 1; at <= text.length - shortestPart + 1; at++) {
      const [first, last] = [idByText.get(text.slice(0, at)), idByText.get(text.slice(at))]
      if (first !== undefined && (last !== undefined || at > shortestPart)) parts.push([first])
      if (last !== undefined && (first !== undefined || text.length - at > shortestPart)) parts.push([last])
    }
    return parts
  }

  return {
    idOf: (text) => idByText.get(text),
    texts: () => idByText.keys(),
    similar: (word) => keptOr(kept, word, find),
    similarJoined,
    partsOf: (word) => keptOr(keptParts, word, findParts),
    bytes: typoBuckets.bytes + skeletonBuckets.bytes + letters.byteLength + lengths.byteLength,
  }
}

// Longer words differ from all others by more than their beginnings: only equal ones are found.
const longestLength = 0xffff

function keptOr<T>(kept: Map<NameWord, T>, word: NameWord, find: (word: NameWord) => T): T {
  const known = kept.get(word)
  if (known !== undefined) return known
  const found = find(word)
  if (kept.size >= mostKept) kept.clear()
  kept.set(word, found)
  return found
}

function joined(parts: readonly NameWord[]): NameWord {
  const text = parts.map((part) => part.text).join('')
  return {
    text,
    sound: parts.map((part) => part.sound).join(''),
    native: text,
    script: 'latin',
    kind: 'word',
  }
}

/** An edit changes two letters of a key at most. */
function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
