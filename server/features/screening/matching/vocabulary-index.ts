import { type Buckets, createBucketBuilder, hashText } from './buckets.ts'
import { compareWords, isWithoutVowels, mostEdits, type WordPair } from './compare-words.ts'
import type { NameWord } from './prepare-name.ts'
import { consonantsOf } from './sounds.ts'
import { givenNameGroups } from './vocabulary.ts'

/**
 * The words of all names of an index, and how to find those that a word may stand for without looking at the others: by
 * deletions of letters (as SymSpell does it), by consonants for scripts without vowels, and by given names.
 */
export interface VocabularyIndex {
  idOf(text: string): number | undefined
  /** All words that compare as the same word, itself among them. */
  similar(word: NameWord): SimilarWords
  /** The same for neighbours written as one word: with one typo at most. */
  similarJoined(text: string, sound: string): SimilarWords
  bytes: number
}

export interface SimilarWords {
  ids: readonly number[]
  /** By the words themselves, which all names of the index share. */
  pairs: ReadonlyMap<NameWord, WordPair>
}

// Letters after these are not part of the keys: two words that are close have close beginnings, and keys stay few.
const keyLength = 8
// A book repeats its words: what was found for one is kept for the next name that has it.
const mostKept = 50_000
const nearLetters: Record<string, string> = {
  e: 'a',
  i: 'a',
  o: 'a',
  u: 'a',
  z: 's',
  t: 'd',
  p: 'b',
  k: 'g',
  v: 'f',
  C: 'S',
}

/** The sound with letters that count as near made equal, so that half edits are none. */
function keyOf(sound: string): string {
  let key = ''
  for (let i = 0; i < sound.length && i < keyLength; i++) {
    const letter = sound[i] as string
    key += nearLetters[letter] ?? letter
  }
  return key
}

const shortestWithTwoTypos = 6

/** A bit for each letter of the key. An edit changes two bits at most. */
function lettersOf(sound: string): number {
  let bits = 0
  for (const letter of keyOf(sound)) bits |= 1 << (letter.charCodeAt(0) & 31)
  return bits
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Hashes of the key, and of the key without one letter, or two in words in which two typos are allowed. */
function eachHash(sound: string, twice: boolean, visit: (hash: number) => void): void {
  const key = keyOf(sound)
  visit(hashText(key))
  if (key.length < 3) return
  for (let i = 0; i < key.length; i++) {
    visit(hashText(key, i))
    if (twice) for (let j = i + 1; j < key.length; j++) visit(hashText(key, i, j))
  }
}

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
  const byGroup = new Map<number, number[]>()
  for (const [id, word] of words.entries()) {
    if (!idByText.has(word.text)) idByText.set(word.text, id)
    letters[id] = lettersOf(word.sound)
    if (word.script !== 'signs') {
      eachHash(word.sound, word.sound.length >= shortestWithTwoTypos, (hash) => typos.add(hash, id))
    } else typos.add(hashText(word.native), id)
    skeletons.add(hashText(consonantsOf(word.sound)), id)
    for (const group of givenNameGroups(word.text)) byGroup.set(group, [...(byGroup.get(group) ?? []), id])
    if (id % 500 === 0) yield
  }
  const typoBuckets: Buckets = yield* typos.finish()
  const skeletonBuckets: Buckets = yield* skeletons.finish()

  const kept = new Map<string, SimilarWords>()
  const seen = new Int32Array(words.length)
  let round = 0

  function find(word: NameWord, isJoined: boolean): SimilarWords {
    round += 1
    let ids: number[] | undefined
    let pairs: Map<NameWord, WordPair> | undefined
    const found = (): SimilarWords => (ids && pairs ? { ids, pairs } : none)
    const check = (id: number) => {
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
    if (word.script === 'signs') typoBuckets.each(hashText(word.native), check)
    else {
      const own = lettersOf(word.sound)
      const length = word.text.length
      const mostBits = length < shortestWithTwoTypos ? 2 : 2 * mostEdits
      const checkTypo = (id: number) => {
        if (countBits(own ^ (letters[id] as number)) > mostBits) return
        if (Math.abs((words[id] as NameWord).text.length - length) <= mostEdits + 1) check(id)
      }
      const twice = !isJoined && word.sound.length >= shortestWithTwoTypos
      eachHash(word.sound, twice, (hash) => typoBuckets.each(hash, checkTypo))
    }
    if (isJoined) return found()
    eachSkeleton(word.sound, (hash) => {
      skeletonBuckets.each(hash, (id) => {
        // Only between scripts: within one script the letters themselves are compared.
        const { script } = words[id] as NameWord
        if (script !== word.script && (isWithoutVowels(script) || isWithoutVowels(word.script))) check(id)
      })
    })
    for (const group of givenNameGroups(word.text)) for (const id of byGroup.get(group) ?? []) check(id)
    return found()
  }

  return {
    idOf: (text) => idByText.get(text),
    similar(word) {
      const key = word.native === word.text ? word.text : `${word.text} ${word.native}`
      const known = kept.get(key)
      if (known) return known
      const found = find(word, false)
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, found)
      return found
    },
    similarJoined: (text, sound) => find({ text, sound, native: text, script: 'latin', kind: 'word' }, true),
    bytes: typoBuckets.bytes + skeletonBuckets.bytes + letters.byteLength,
  }
}
