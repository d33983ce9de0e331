import { type Buckets, createBucketBuilder, hashText } from './buckets.ts'
import {
  type Alignment,
  alignNames,
  describe,
  mostPossible,
  type NameComparison,
  type PersonAgreement,
  personAgreement,
  type WordComparer,
  type WordKnowledge,
} from './compare-names.ts'
import { compareWords } from './compare-words.ts'
import { isFrequentName } from './frequent-names.ts'
import { wordKey } from './list-words.ts'
import type { NameKind, NameWord, PreparedName } from './prepare-name.ts'
import { buildVocabulary, type VocabularyIndex } from './vocabulary-index.ts'
import { isCommon, weigh } from './word-weights.ts'

/** A name of the list that is close to the one that was looked for. `name` is its number in the order of `add`. */
export interface NameHit {
  name: number
  comparison: NameComparison
  /** Only of a name that was asked for. */
  agreement: PersonAgreement | undefined
}

export interface NameIndex {
  /**
   * Names whose comparison scores at least `least`, and at least what `leastOf` says of each, in no order. Those of
   * `asked` are compared in any case, and are there too if a surname agrees.
   */
  search(
    name: PreparedName,
    least: number,
    leastOf?: (name: number) => number,
    asked?: readonly number[],
  ): NameHit[]
  knowledge: WordKnowledge
  /** All words, and those that many names have, see `wordKey`. */
  texts(): Iterable<string>
  common(): string[]
  bytes: number
}

// A look compares at most this many names: those that can score most, and have the rarest words in common with it. A long
// name takes longer to compare, so that fewer are.
const mostCompared = 400
const mostWordsCompared = 4_800
// Two typos are at most a third of the letters of a longer word.
const longestShort = 5
const longestJoined = 4
const shortestPart = 4
const longestText = 40
const mostKeptWeights = 50_000
const mostOfAcronym = 50

/** The value at this place if the first `count` values were in order. Changes their order. */
export function valueAt(values: Float32Array, count: number, place: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number
    let [left, right] = [low, high]
    while (left <= right) {
      while ((values[left] as number) < pivot) left += 1
      while ((values[right] as number) > pivot) right -= 1
      if (left > right) break
      const value = values[left] as number
      values[left] = values[right] as number
      values[right] = value
      left += 1
      right -= 1
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place] as number
}

/** Names of one kind. `whole` is what the whole list says about words, if these are only some of its names. `finish` is a generator that pauses every few milliseconds, so that it can be run in slices. */
export function createNameIndexBuilder(kind: NameKind, whole: WordKnowledge | undefined) {
  const names: PreparedName[] = []
  const words: NameWord[] = []
  const idByKey = new Map<string, number>()
  let postings: number[][] | undefined = []
  let bySpelling: Map<string, PreparedName> | undefined = new Map()
  const byKey = createBucketBuilder()
  const acronyms = new Map<string, number[]>()

  function idOf(word: NameWord): number {
    const key = wordKey(word)
    const known = idByKey.get(key)
    if (known !== undefined) return known
    idByKey.set(key, words.length)
    words.push(word)
    postings?.push([])
    return words.length - 1
  }

  return {
    /** Adds a name. Equal words of all names share one object, which halves the memory. So do names that are written alike. */
    add(name: PreparedName): void {
      const number = names.length
      const shared = name.words.map((word) => (word.kind === 'word' ? (words[idOf(word)] as NameWord) : word))
      const spelling = spellingOf(name, idOf)
      const known = bySpelling?.get(spelling)
      names.push(known ?? { ...name, words: shared })
      if (known === undefined) bySpelling?.set(spelling, names[number] as PreparedName)
      const ids = new Set(shared.filter((word) => word.kind === 'word').map(idOf))
      for (const id of ids) postings?.[id]?.push(number)
      byKey.add(hashText(name.key), number)
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
      bySpelling = undefined
      const vocabulary = yield* buildVocabulary(words)
      const equalNames = yield* byKey.finish()
      const weightByWord = new Map<NameWord, number>()
      for (const [id, word] of words.entries()) {
        const isOften = isCommon((lists[id] as Int32Array).length, names.length)
        weightByWord.set(word, whole?.weightOf(word) ?? weigh(kind, word, isOften))
        if (id % 2_000 === 0) yield
      }
      const weights = new Float32Array(names.length)
      const shortWords = new Uint8Array(names.length)
      for (const [number, name] of names.entries()) {
        for (const word of name.words) {
          weights[number] = (weights[number] as number) + (weightByWord.get(word) ?? 0)
          if (isShort(word)) shortWords[number] = (shortWords[number] as number) + 1
        }
        if (number % 2_000 === 0) yield
      }
      return createIndex({
        names,
        lists,
        vocabulary,
        idByKey,
        equalNames,
        acronyms,
        kind,
        whole,
        weightByWord,
        weights,
        shortWords,
      })
    },
  }
}

interface Parts {
  names: readonly PreparedName[]
  lists: readonly Int32Array[]
  vocabulary: VocabularyIndex
  idByKey: ReadonlyMap<string, number>
  /** Names by the hash of their key. */
  equalNames: Buckets
  acronyms: ReadonlyMap<string, readonly number[]>
  weightByWord: ReadonlyMap<NameWord, number>
  /** The weight of the words of each name, and how many of them are short. */
  weights: Float32Array
  shortWords: Uint8Array
  kind: NameKind
  whole: WordKnowledge | undefined
}

function createIndex(parts: Parts): NameIndex {
  const { names, lists, vocabulary, weightByWord, weights, shortWords, whole } = parts
  const isCommonWord = (id: number) => isCommon((lists[id] as Int32Array).length, names.length)
  /** Weights of words of names that were looked for. */
  const keptWeights = new Map<NameWord, number>()
  const weightOf = (word: NameWord): number => {
    const known = weightByWord.get(word) ?? keptWeights.get(word)
    if (known !== undefined) return known
    const id = parts.idByKey.get(wordKey(word))
    const weight = whole?.weightOf(word) ?? weigh(parts.kind, word, id !== undefined && isCommonWord(id))
    if (keptWeights.size >= mostKeptWeights) keptWeights.clear()
    keptWeights.set(word, weight)
    return weight
  }
  const knowledge: WordKnowledge = {
    weightOf,
    isKnown: (word) =>
      weightByWord.has(word) ||
      vocabulary.idOf(word.text) !== undefined ||
      isFrequentName(word) ||
      whole?.isKnown(word) === true,
  }
  const lastSlot = new Int32Array(names.length)
  const foundWeight = new Float32Array(names.length)
  const foundWords = new Uint8Array(names.length)
  const foundShort = new Uint8Array(names.length)
  const rarity = new Float32Array(names.length)
  const rank = new Float32Array(names.length)
  let slots = 0
  const ranks = new Float32Array(names.length)
  /** The search in which a name was last chosen to be compared. */
  const chosenIn = new Int32Array(names.length)
  let searches = 0

  function weightOfWords(name: PreparedName): number {
    let weight = 0
    for (const word of name.words) if (word.kind === 'word') weight += weightOf(word)
    return weight
  }

  /** The numbers of the names that can score `least`, judged by the words that they have in common. */
  function candidatesOf(name: PreparedName, least: number): number[] {
    const touched: number[] = []
    for (const { ids, word } of slotsOf(name, vocabulary)) {
      slots += 1
      const weight = weightOf(word)
      const short = isShort(word) ? 1 : 0
      for (const id of ids) {
        const list = lists[id] as Int32Array
        const rare = 1 / (1 + list.length)
        for (let at = 0; at < list.length; at++) {
          const number = list[at] as number
          if (lastSlot[number] === slots) continue
          lastSlot[number] = slots
          if (rarity[number] === 0) touched.push(number)
          rarity[number] = (rarity[number] as number) + rare
          foundWeight[number] = (foundWeight[number] as number) + weight
          foundWords[number] = (foundWords[number] as number) + 1
          foundShort[number] = (foundShort[number] as number) + short
        }
      }
    }
    const wanted = weightOfWords(name)
    let wantedShort = 0
    for (const word of name.words) if (isShort(word)) wantedShort += 1
    const possible: number[] = []
    for (const number of touched) {
      const short = foundShort[number] as number
      // One short word may be a typo within the whole name.
      const typo = Math.max(0, Math.min(1, wantedShort - short, (shortWords[number] as number) - short))
      const saidHere = Math.max(0, wanted - (foundWeight[number] as number) - typo)
      // What is found may weigh up to 1 in the other name.
      const saidThere = Math.max(0, (weights[number] as number) - (foundWords[number] as number) - typo)
      const most = mostPossible(name.kind, saidHere, saidThere)
      if (most < least) continue
      possible.push(number)
      rank[number] = most + (rarity[number] as number)
    }
    const candidates = best(
      possible,
      Math.min(mostCompared, Math.ceil(mostWordsCompared / name.words.length)),
    )
    for (const number of touched) {
      rarity[number] = 0
      foundWeight[number] = 0
      foundWords[number] = 0
      foundShort[number] = 0
    }
    return candidates
  }

  /** Those that can score most, and have the rarest common words. Sorting all of them would take longest of all. */
  function best(numbers: number[], most: number): number[] {
    if (numbers.length <= most) return numbers
    for (let at = 0; at < numbers.length; at++) ranks[at] = rank[numbers[at] as number] as number
    const lowest = valueAt(ranks, numbers.length, numbers.length - most)
    let ties = most
    for (const number of numbers) if ((rank[number] as number) > lowest) ties -= 1
    const kept: number[] = []
    for (const number of numbers) {
      const own = rank[number] as number
      if (own > lowest || (own === lowest && ties-- > 0)) kept.push(number)
    }
    return kept.sort((a, b) => (rank[b] as number) - (rank[a] as number))
  }

  return {
    knowledge,
    texts: vocabulary.texts,
    common: () => [...parts.idByKey].filter(([, id]) => isCommonWord(id)).map(([key]) => key),
    bytes: vocabulary.bytes + lists.reduce((sum, list) => sum + list.byteLength, 0),
    search(name, least, leastOf = () => least, asked = []) {
      const candidates = candidatesOf(name, least)
      searches += 1
      for (const number of candidates) chosenIn[number] = searches
      const add = (number: number) => {
        if (chosenIn[number] === searches) return
        chosenIn[number] = searches
        candidates.push(number)
      }
      // An equal name is found, however many others share its words.
      const hash = hashText(name.key)
      const end = parts.equalNames.endOf(hash)
      for (let at = parts.equalNames.startOf(hash); at < end; at++) {
        const number = parts.equalNames.ids[at] as number
        if (names[number]?.key === name.key) add(number)
      }
      eachByAcronym(name, add)
      const hits: NameHit[] = []
      if (candidates.length === 0 && asked.length === 0) return hits
      const compare = comparerOf(name)
      for (const number of asked) {
        const listed = names[number] as PreparedName
        const alignment = alignNames(name, listed, knowledge, compare) as Alignment
        const agreement = personAgreement(name, listed, alignment)
        if (agreement) hits.push({ name: number, comparison: describe(name, listed, alignment), agreement })
      }
      let needed = least
      let number = 0
      // What an entry needs is asked only of names that can score enough for some entry.
      const isEnough = (most: number): boolean => {
        if (most < least) return false
        needed = Math.max(least, leastOf(number))
        return most >= needed
      }
      const compared = new Map<PreparedName, Compared>()
      for (number of candidates) {
        needed = least
        const listed = names[number] as PreparedName
        let known = compared.get(listed)
        if (known && listed.key !== name.key && !isEnough(known.most)) continue
        // What was of no interest for the entry of one name may be for that of another.
        if (known?.alignment === undefined) {
          known = alignOnce(name, listed, compare, isEnough)
          compared.set(listed, known)
        }
        if (known.alignment && known.alignment.score >= needed) {
          known.comparison ??= describe(name, listed, known.alignment)
          hits.push({ name: number, comparison: known.comparison, agreement: undefined })
        }
      }
      return hits
    },
  }

  function alignOnce(
    name: PreparedName,
    listed: PreparedName,
    compare: WordComparer,
    isEnough: (most: number) => boolean,
  ): Compared {
    const compared: Compared = { most: 1, alignment: undefined, comparison: undefined }
    compared.alignment = alignNames(name, listed, knowledge, compare, (most) => {
      compared.most = most
      return isEnough(most)
    })
    return compared
  }

  /** Words of the list were compared with those of the name when candidates were looked for. */
  function comparerOf(name: PreparedName): WordComparer {
    const similar = name.words.map((word) => {
      const pairs = word.kind === 'word' ? vocabulary.similar(word).pairs : undefined
      return pairs?.size === 0 ? undefined : pairs
    })
    return (own, listed, at) =>
      own.kind === 'word' && listed.kind === 'word' ? similar[at]?.get(listed) : compareWords(own, listed)
  }

  function eachByAcronym(name: PreparedName, visit: (number: number) => void): void {
    for (const word of name.words)
      if (isAcronym(word.text)) parts.acronyms.get(word.text)?.slice(0, mostOfAcronym).forEach(visit)
    const own = acronymOf(name.words)
    const id = own === undefined ? undefined : vocabulary.idOf(own)
    if (id !== undefined) (lists[id] as Int32Array).subarray(0, mostOfAcronym).forEach(visit)
  }
}

/** Equal for names that are compared in the same way. */
function spellingOf({ words, legalForm, surname, key }: PreparedName, idOf: (word: NameWord) => number) {
  const parts = words.map((word) =>
    word.kind === 'word' ? idOf(word) : `${word.kind} ${word.script} ${word.native} ${word.text}`,
  )
  return [legalForm, surname, key, ...parts].join('\n')
}

function isShort(word: NameWord): boolean {
  return word.kind === 'word' && word.text.length <= longestShort
}

/** How a name of the list compares with the one that is looked for. Many entries may have the same name. */
interface Compared {
  /** The most that they can score. */
  most: number
  /** Undefined if that was not enough. */
  alignment: Alignment | undefined
  comparison: NameComparison | undefined
}

interface Slot {
  /** The word of the name that is looked for. */
  word: NameWord
  /** The words of the vocabulary that it may stand for. */
  ids: readonly number[]
}

/** What to look for: each word of the name, and neighbours written as one. */
function slotsOf(name: PreparedName, vocabulary: VocabularyIndex): Slot[] {
  const slots: Slot[] = []
  for (let at = 0; at < name.words.length; at++) {
    const word = name.words[at] as NameWord
    if (word.kind === 'word') {
      const { ids } = vocabulary.similar(word)
      slots.push({ word, ids })
      if (ids.length === 0) for (const parts of vocabulary.partsOf(word)) slots.push({ word, ids: parts })
    }
    if (word.kind === 'number') continue
    let letters = word.text.length
    // More than two words are one only if some of them are no words: «van der bilt».
    let hasShort = letters <= shortestPart
    for (let next = at + 1; next < name.words.length && next < at + longestJoined; next++) {
      const other = name.words[next] as NameWord
      if (other.kind === 'number') break
      letters += other.text.length
      hasShort ||= other.text.length <= shortestPart
      if (letters < shortestPart || letters > longestText || (next > at + 1 && !hasShort)) continue
      const { ids } = vocabulary.similarJoined(name.words, at, next)
      // It stands for several words of the name, so it is worth as many.
      if (ids.length > 0)
        for (let i = at; i <= next; i++) slots.push({ word: name.words[i] as NameWord, ids })
    }
  }
  return slots
}

function isAcronym(text: string): boolean {
  return text.length >= 3 && text.length <= 6
}

function acronymOf(words: readonly NameWord[]): string | undefined {
  let acronym = ''
  for (const word of words) {
    if (word.kind !== 'word') continue
    if (acronym === '' && word.script === 'signs') return undefined
    acronym += word.text[0] as string
  }
  return isAcronym(acronym) ? acronym : undefined
}

function addTo(map: Map<string, number[]>, key: string, number: number): void {
  const list = map.get(key)
  if (list) list.push(number)
  else map.set(key, [number])
}
