import { type Alignment, alignNames, describe, type NameComparison, type WordComparer, type WordWeight } from './compare-names.ts'
import { compareWords } from './compare-words.ts'
import type { NameWord, PreparedName } from './prepare-name.ts'
import { buildVocabulary, type VocabularyIndex } from './vocabulary-index.ts'

/** A name of the list that is close to the one that was looked for. `name` is its number in the order of `add`. */
export interface NameHit {
  name: number
  comparison: NameComparison
}

export interface NameIndex {
  /** Names whose comparison scores at least `least`, in no order. */
  search(name: PreparedName, least: number): NameHit[]
  weightOf: WordWeight
  bytes: number
}

// A look compares at most this many names: those of which every word is there, and those that lack one.
const mostComplete = 1_500
const mostIncomplete = 300
const longestJoined = 4
const shortestPart = 4

/** Names of one kind. `finish` is a generator that pauses every few milliseconds, so that it can be run in slices. */
export function createNameIndexBuilder(weigh: (word: NameWord, names: number, allNames: number) => number) {
  const names: PreparedName[] = []
  const words: NameWord[] = []
  const idByKey = new Map<string, number>()
  let postings: number[][] | undefined = []
  const withoutWords = new Map<string, number[]>()
  const acronyms = new Map<string, number[]>()

  function idOf(word: NameWord): number {
    const key = word.native === word.text ? word.text : `${word.text} ${word.native}`
    const known = idByKey.get(key)
    if (known !== undefined) return known
    idByKey.set(key, words.length)
    words.push(word)
    postings?.push([])
    return words.length - 1
  }

  return {
    /** Adds a name. Equal words of all names share one object, which halves the memory. */
    add(name: PreparedName): void {
      const number = names.length
      const shared = name.words.map((word) => (word.kind === 'word' ? (words[idOf(word)] as NameWord) : word))
      names.push({ ...name, words: shared })
      const ids = new Set(shared.filter((word) => word.kind === 'word').map(idOf))
      for (const id of ids) postings?.[id]?.push(number)
      if (ids.size === 0) addTo(withoutWords, name.key, number)
      const acronym = acronymOf(shared)
      if (acronym !== undefined) addTo(acronyms, acronym, number)
    },

    *finish(): Generator<void, NameIndex> {
      const lists: Int32Array[] = []
      for (const [id, list] of (postings as number[][]).entries()) {
        lists.push(Int32Array.from(list))
        if (id % 2_000 === 0) yield
      }
      postings = undefined
      const vocabulary = yield* buildVocabulary(words)
      return createIndex({ names, words, lists, vocabulary, idByKey, withoutWords, acronyms, weigh })
    },
  }
}

interface Parts {
  names: readonly PreparedName[]
  words: readonly NameWord[]
  lists: readonly Int32Array[]
  vocabulary: VocabularyIndex
  idByKey: ReadonlyMap<string, number>
  withoutWords: ReadonlyMap<string, readonly number[]>
  acronyms: ReadonlyMap<string, readonly number[]>
  weigh: (word: NameWord, names: number, allNames: number) => number
}

function createIndex({ names, words, lists, vocabulary, idByKey, withoutWords, acronyms, weigh }: Parts): NameIndex {
  const wordCounts = Uint8Array.from(names, (name) => name.words.filter((word) => word.kind === 'word').length)
  const weightByWord = new Map<NameWord, number>()
  for (const [id, word] of words.entries()) {
    weightByWord.set(word, weigh(word, (lists[id] as Int32Array).length, names.length))
  }
  const weightOf: WordWeight = (word) => {
    const known = weightByWord.get(word)
    if (known !== undefined) return known
    const id = idByKey.get(word.native === word.text ? word.text : `${word.text} ${word.native}`)
    return weigh(word, id === undefined ? 0 : (lists[id] as Int32Array).length, names.length)
  }
  const found = new Uint8Array(names.length)
  const lastSlot = new Int32Array(names.length)
  const rarity = new Float32Array(names.length)
  let slots = 0

  /** The numbers of the names worth a comparison. */
  function candidatesOf(name: PreparedName): number[] {
    const touched: number[] = []
    const searched = slotsOf(name, vocabulary)
    for (const ids of searched) {
      slots += 1
      for (const id of ids) {
        const list = lists[id] as Int32Array
        const weight = 1 / (1 + list.length)
        for (let at = 0; at < list.length; at++) {
          const number = list[at] as number
          if (lastSlot[number] === slots) continue
          lastSlot[number] = slots
          if (found[number] === 0) touched.push(number)
          found[number] = (found[number] as number) + 1
          rarity[number] = (rarity[number] as number) + weight
        }
      }
    }
    const wanted = name.words.filter((word) => word.kind === 'word').length
    const complete: number[] = []
    const incomplete: number[] = []
    for (const number of touched) {
      const missing = Math.min(wanted, wordCounts[number] as number) - (found[number] as number)
      if (missing <= 0) complete.push(number)
      else if (missing === 1) incomplete.push(number)
    }
    const candidates = [...best(complete, mostComplete), ...best(incomplete, mostIncomplete)]
    for (const number of touched) {
      found[number] = 0
      rarity[number] = 0
    }
    return candidates
  }

  /** Those with the rarest common words. */
  function best(numbers: number[], most: number): number[] {
    if (numbers.length <= most) return numbers
    return numbers.sort((a, b) => (rarity[b] as number) - (rarity[a] as number)).slice(0, most)
  }

  return {
    weightOf,
    bytes: vocabulary.bytes + lists.reduce((sum, list) => sum + list.byteLength, 0),
    search(name, least) {
      const candidates = new Set(candidatesOf(name))
      for (const number of withoutWords.get(name.key) ?? []) candidates.add(number)
      for (const number of byAcronym(name)) candidates.add(number)
      const hits: NameHit[] = []
      const compare = comparerOf(name)
      for (const number of candidates) {
        const listed = names[number] as PreparedName
        const alignment: Alignment = alignNames(name, listed, weightOf, compare)
        if (alignment.score >= least) hits.push({ name: number, comparison: describe(name, listed, alignment) })
      }
      return hits
    },
  }

  /** Words of the list were compared with those of the name when candidates were looked for. */
  function comparerOf(name: PreparedName): WordComparer {
    const similar = new Map(
      name.words.filter((word) => word.kind === 'word').map((word) => [word, vocabulary.similar(word).pairs]),
    )
    return (own, listed) =>
      own.kind === 'word' && listed.kind === 'word' ? similar.get(own)?.get(listed) : compareWords(own, listed)
  }

  function byAcronym(name: PreparedName): number[] {
    const numbers: number[] = []
    for (const word of name.words) if (isAcronym(word.text)) numbers.push(...(acronyms.get(word.text) ?? []).slice(0, 50))
    const own = acronymOf(name.words)
    const id = own === undefined ? undefined : vocabulary.idOf(own)
    if (id !== undefined) numbers.push(...(lists[id] as Int32Array).subarray(0, 50))
    return numbers
  }
}

/** For each word of the name, and for neighbours written as one, the ids of the words that it may stand for. */
function slotsOf(name: PreparedName, vocabulary: VocabularyIndex): (readonly number[])[] {
  const slots: (readonly number[])[] = []
  for (const [at, word] of name.words.entries()) {
    if (word.kind === 'word') {
      const similar = vocabulary.similar(word).ids
      slots.push(similar)
      if (similar.length === 0) slots.push(...partsOf(word.text, vocabulary))
    }
    let text = word.text
    for (let next = at + 1; next < name.words.length && next < at + longestJoined; next++) {
      const other = name.words[next] as NameWord
      if (other.kind === 'number' || word.kind === 'number') break
      text += other.text
      if (text.length < shortestPart || text.length > 40) continue
      const joined = vocabulary.similarJoined(text).ids
      // It stands for several words of the name, so it is worth as many.
      if (joined.length > 0) for (let i = at; i <= next; i++) slots.push(joined)
    }
  }
  return slots
}

/** A word that nobody has may be two without a space: «AlisherUsmanov». */
function partsOf(text: string, vocabulary: VocabularyIndex): number[][] {
  const slots: number[][] = []
  for (let at = shortestPart - 1; at <= text.length - shortestPart + 1; at++) {
    const [first, last] = [vocabulary.idOf(text.slice(0, at)), vocabulary.idOf(text.slice(at))]
    if (first !== undefined && (last !== undefined || at > shortestPart)) slots.push([first])
    if (last !== undefined && (first !== undefined || text.length - at > shortestPart)) slots.push([last])
  }
  return slots
}

function isAcronym(text: string): boolean {
  return text.length >= 3 && text.length <= 6
}

function acronymOf(words: readonly NameWord[]): string | undefined {
  const full = words.filter((word) => word.kind === 'word')
  return full.length >= 3 && full.length <= 6 && full[0]?.script !== 'signs'
    ? full.map((word) => word.text[0]).join('')
    : undefined
}

function addTo(map: Map<string, number[]>, key: string, number: number): void {
  const list = map.get(key)
  if (list) list.push(number)
  else map.set(key, [number])
}
