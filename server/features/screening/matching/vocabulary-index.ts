import { type Buckets, createBucketBuilder, hashText } from './buckets.ts'
import { compareWords } from './compare-words.ts'
import type { NameWord } from './prepare-name.ts'
import { consonantsOf } from './sounds.ts'
import { givenNameGroups } from './vocabulary.ts'

/**
 * The words of all names of an index, and how to find those that a word may stand for without looking at the others: by
 * deletions of letters (as SymSpell does it), by consonants for scripts without vowels, and by given names.
 */
export interface VocabularyIndex {
  idOf(text: string): number | undefined
  /** The ids of all words that compare as the same word, itself among them. */
  similar(word: NameWord): readonly number[]
  bytes: number
}

// Letters after these are not part of the keys: two words that are close have close beginnings, and keys stay few.
const keyLength = 8
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

/** Hashes of the key, and of the key without one letter, or two in words in which two typos are allowed. */
function eachHash(sound: string, visit: (hash: number) => void): void {
  const key = keyOf(sound)
  visit(hashText(key))
  if (key.length < 3) return
  const twice = sound.length >= 6
  for (let i = 0; i < key.length; i++) {
    visit(hashText(key, i))
    if (twice) for (let j = i + 1; j < key.length; j++) visit(hashText(key, i, j))
  }
}

export function* buildVocabulary(words: readonly NameWord[]): Generator<void, VocabularyIndex> {
  const idByText = new Map<string, number>()
  const typos = createBucketBuilder()
  const skeletons = createBucketBuilder()
  const byGroup = new Map<number, number[]>()
  for (const [id, word] of words.entries()) {
    if (!idByText.has(word.text)) idByText.set(word.text, id)
    if (word.script !== 'signs') eachHash(word.sound, (hash) => typos.add(hash, id))
    else typos.add(hashText(word.native), id)
    skeletons.add(hashText(consonantsOf(word.sound)), id)
    for (const group of givenNameGroups(word.text)) byGroup.set(group, [...(byGroup.get(group) ?? []), id])
    if (id % 500 === 0) yield
  }
  const typoBuckets: Buckets = yield* typos.finish()
  const skeletonBuckets: Buckets = yield* skeletons.finish()

  const kept = new Map<string, readonly number[]>()
  const mostKept = 100_000
  const seen = new Int32Array(words.length)
  let round = 0

  function find(word: NameWord): number[] {
    round += 1
    const found: number[] = []
    const check = (id: number) => {
      if (seen[id] === round) return
      seen[id] = round
      if (compareWords(word, words[id] as NameWord)) found.push(id)
    }
    if (word.script === 'signs') typoBuckets.each(hashText(word.native), check)
    else eachHash(word.sound, (hash) => typoBuckets.each(hash, check))
    const consonants = consonantsOf(word.sound)
    if (consonants.length >= 2) {
      for (const form of [
        consonants,
        `l${consonants}`,
        consonants.startsWith('l') ? consonants.slice(1) : '',
      ]) {
        if (form.length < 2) continue
        skeletonBuckets.each(hashText(form), (id) => {
          // Only between scripts: within one script the letters themselves are compared.
          if ((words[id] as NameWord).script !== word.script) check(id)
        })
      }
    }
    for (const group of givenNameGroups(word.text)) for (const id of byGroup.get(group) ?? []) check(id)
    return found
  }

  return {
    idOf: (text) => idByText.get(text),
    similar(word) {
      const key = word.native === word.text ? word.text : `${word.text} ${word.native}`
      const known = kept.get(key)
      if (known) return known
      const found = find(word)
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, found)
      return found
    },
    bytes: typoBuckets.bytes + skeletonBuckets.bytes,
  }
}
