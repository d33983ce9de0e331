import { type Buckets, createBucketBuilder, grown, hashText } from './buckets.ts'
import {
  type Alignment,
  alignNames,
  describe,
  mostPossibleOf,
  type NameComparison,
  type PersonAgreement,
  personAgreement,
  type WordKnowledge,
  type WordPairing,
} from './compare-names.ts'
import { compareWords } from './compare-words.ts'
import { createFindings } from './findings.ts'
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
export function valueAt(values: Float32Array | Float64Array, count: number, place: number): number {
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
  /** Names that are compared in the same way are one form. */
  const forms: PreparedName[] = []
  let formOf = new Int32Array(1024)
  let count = 0
  const words: NameWord[] = []
  const idByKey = new Map<string, number>()
  /** The forms that have each word, and how many names do. */
  let postings: number[][] | undefined = []
  const namesWith: number[] = []
  let bySpelling: Map<string, number> | undefined = new Map()
  const byKey = createBucketBuilder()
  const acronyms = new Map<string, number[]>()

  function idOf(word: NameWord): number {
    const key = wordKey(word)
    const known = idByKey.get(key)
    if (known !== undefined) return known
    idByKey.set(key, words.length)
    words.push(word)
    postings?.push([])
    namesWith.push(0)
    return words.length - 1
  }

  return {
    /** Adds a name. Equal words of all names share one object, which halves the memory. So do names that are written alike. */
    add(name: PreparedName): void {
      const number = count
      count += 1
      const shared = name.words.map((word) => (word.kind === 'word' ? (words[idOf(word)] as NameWord) : word))
      const spelling = spellingOf(name, idOf)
      const known = bySpelling?.get(spelling)
      const form = known ?? forms.push({ ...name, words: shared }) - 1
      bySpelling?.set(spelling, form)
      if (number === formOf.length) formOf = grown(formOf)
      formOf[number] = form
      const ids = new Set(shared.filter((word) => word.kind === 'word').map(idOf))
      for (const id of ids) {
        if (known === undefined) postings?.[id]?.push(form)
        namesWith[id] = (namesWith[id] as number) + 1
      }
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
      const idByWord = new Map<NameWord, number>()
      const weightOfWord = new Float64Array(words.length)
      for (const [id, word] of words.entries()) {
        const isOften = isCommon(namesWith[id] as number, count)
        idByWord.set(word, id)
        weightOfWord[id] = whole?.weightOf(word) ?? weigh(kind, word, isOften)
        if (id % 2_000 === 0) yield
      }
      const starts = new Int32Array(forms.length + 1)
      for (let form = 0; form < forms.length; form++) {
        starts[form + 1] = (starts[form] as number) + (forms[form] as PreparedName).words.length
        if (form % 50_000 === 0) yield
      }
      const wordIds = new Int32Array(starts[forms.length] as number)
      const weights = new Float32Array(forms.length)
      const shortWords = new Uint8Array(forms.length)
      for (const [form, name] of forms.entries()) {
        let at = starts[form] as number
        for (const word of name.words) {
          const id = idByWord.get(word) ?? noWord
          wordIds[at] = id
          at += 1
          if (id === noWord) continue
          weights[form] = (weights[form] as number) + (weightOfWord[id] as number)
          if (isShort(word)) shortWords[form] = (shortWords[form] as number) + 1
        }
        if (form % 2_000 === 0) yield
      }
      formOf = formOf.slice(0, count)
      const namesOf = yield* byForm(formOf, forms.length)
      return createIndex({
        forms,
        formOf,
        namesOf,
        wordIds: { ids: wordIds, starts },
        lists,
        namesWith: Int32Array.from(namesWith),
        vocabulary,
        idByKey,
        equalNames,
        acronyms,
        kind,
        whole,
        idByWord,
        weightOfWord,
        weights,
        shortWords,
      })
    },
  }
}

interface Parts {
  forms: readonly PreparedName[]
  /** The form of each name. */
  formOf: Int32Array
  /** The words of each form by their numbers in the vocabulary; those of form `n` begin at `starts[n]`. */
  wordIds: { ids: Int32Array; starts: Int32Array }
  /** The names of each form, in order; those of form `n` begin at `starts[n]`. */
  namesOf: { names: Int32Array; starts: Int32Array }
  /** The forms that have each word, in order, and how many names do. */
  lists: readonly Int32Array[]
  namesWith: Int32Array
  vocabulary: VocabularyIndex
  idByKey: ReadonlyMap<string, number>
  /** Names by the hash of their key. */
  equalNames: Buckets
  acronyms: ReadonlyMap<string, readonly number[]>
  idByWord: ReadonlyMap<NameWord, number>
  weightOfWord: Float64Array
  /** The weight of the words of each form, and how many of them are short. */
  weights: Float32Array
  shortWords: Uint8Array
  kind: NameKind
  whole: WordKnowledge | undefined
}

function createIndex(parts: Parts): NameIndex {
  const {
    forms,
    formOf,
    namesOf,
    wordIds,
    lists,
    namesWith,
    vocabulary,
    idByWord,
    weights,
    shortWords,
    whole,
  } = parts
  const isCommonWord = (id: number) => isCommon(namesWith[id] as number, formOf.length)
  const mostPossible = mostPossibleOf(parts.kind)
  /** Weights of words of names that were looked for. */
  const keptWeights = new Map<NameWord, number>()
  const weightOf = (word: NameWord): number => {
    // What is no word weighs the same in every list.
    if (word.kind !== 'word') return weigh(parts.kind, word, false)
    const own = idByWord.get(word)
    if (own !== undefined) return parts.weightOfWord[own] as number
    const known = keptWeights.get(word)
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
      idByWord.has(word) ||
      vocabulary.idOf(word.text) !== undefined ||
      isFrequentName(word) ||
      whole?.isKnown(word) === true,
  }
  const findings = createFindings()
  /** What was found of each form, by its number in `findings`; 0 between searches. */
  const findingOf = new Int32Array(forms.length)
  /** Forms of which something was found, in the order in which they were found. */
  const touched = new Int32Array(forms.length)
  /** Those that are possible, with their ranks and the lists in which they were found first. */
  const possible = new Int32Array(forms.length)
  const rank = new Float32Array(forms.length)
  const foundIn = new Int32Array(forms.length)
  const ranks = new Float32Array(formOf.length)
  /** The search in which a name was last chosen to be compared. */
  const chosenIn = new Int32Array(formOf.length)
  /** The search in which a form was last compared, and its number among those that were. */
  const comparedIn = new Int32Array(forms.length)
  const comparedAt = new Int32Array(forms.length)
  let searches = 0
  /** A bit for each word of the name that is looked for and that this word may stand for; 0 between searches. */
  const standsFor = new Int32Array(parts.idByKey.size)

  function weightOfWords(name: PreparedName): number {
    let weight = 0
    for (const word of name.words) if (word.kind === 'word') weight += weightOf(word)
    return weight
  }

  /**
   * The numbers of the names that can score `least`, judged by the words that they have in common. Names that are compared
   * in the same way are judged together.
   */
  function candidatesOf(name: PreparedName, least: number): number[] {
    let count = 0
    let slot = 0
    findings.clear()
    for (const { ids, word } of slotsOf(name, vocabulary)) {
      slot += 1
      const weight = weightOf(word)
      const short = isShort(word) ? 1 : 0
      for (const id of ids) {
        const list = lists[id] as Int32Array
        // What was found the same of several is added up once for all of them.
        const first = findings.begin()
        let next = findings.next()
        const rare = 1 / (1 + (namesWith[id] as number))
        for (let at = 0; at < list.length; at++) {
          const form = list[at] as number
          const before = findingOf[form] as number
          let after = next[before] as number
          if (after < first) {
            if (findings.slotOf(before) === slot) continue
            after = findings.add(before, slot, weight, short, rare)
            next = findings.next()
          }
          if (before === 0) touched[count++] = form
          findingOf[form] = after
        }
      }
    }
    const wanted = weightOfWords(name)
    let wantedShort = 0
    for (const word of name.words) if (isShort(word)) wantedShort += 1
    const { foundWeight, foundWords, foundShort, rarity, foundFirst } = findings.sums()
    let possibles = 0
    let names = 0
    for (let at = 0; at < count; at++) {
      const form = touched[at] as number
      const finding = findingOf[form] as number
      findingOf[form] = 0
      const short = foundShort[finding] as number
      // One short word may be a typo within the whole name.
      const typo = Math.max(0, Math.min(1, wantedShort - short, (shortWords[form] as number) - short))
      const saidHere = Math.max(0, wanted - (foundWeight[finding] as number) - typo)
      // What is found may weigh up to 1 in the other name.
      const saidThere = Math.max(0, (weights[form] as number) - (foundWords[finding] as number) - typo)
      const most = mostPossible(saidHere, saidThere)
      if (most < least) continue
      possible[possibles] = form
      rank[possibles] = most + (rarity[finding] as number)
      foundIn[possibles] = foundFirst[finding] as number
      possibles += 1
      names += (namesOf.starts[form + 1] as number) - (namesOf.starts[form] as number)
    }
    return best(possibles, names, Math.min(mostCompared, Math.ceil(mostWordsCompared / name.words.length)))
  }

  /**
   * The names of the possible forms: those that can score most, and have the rarest common words. Among equals, those that
   * were found first. Sorting all of them would take longest of all.
   */
  function best(count: number, names: number, most: number): number[] {
    const { starts } = namesOf
    let lowest = -1
    if (names > most) {
      let filled = 0
      for (let at = 0; at < count; at++) {
        const form = possible[at] as number
        const own = rank[at] as number
        const end = filled + (starts[form + 1] as number) - (starts[form] as number)
        while (filled < end) ranks[filled++] = own
      }
      lowest = valueAt(ranks, names, names - most)
    }
    const above: { rank: number; place: number }[] = []
    const equal: number[] = []
    for (let at = 0; at < count; at++) {
      const own = rank[at] as number
      if (own < lowest) continue
      const form = possible[at] as number
      for (let name = starts[form] as number; name < (starts[form + 1] as number); name++) {
        const place = (foundIn[at] as number) * formOf.length + (namesOf.names[name] as number)
        if (names > most && own > lowest) above.push({ rank: own, place })
        else equal.push(place)
      }
    }
    above.sort((a, b) => b.rank - a.rank || a.place - b.place)
    const places = [...above.map(({ place }) => place), ...firstOf(equal, most - above.length)]
    return places.map((place) => place % formOf.length)
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
        if (forms[formOf[number] as number]?.key === name.key) add(number)
      }
      eachByAcronym(name, add)
      const hits: NameHit[] = []
      if (candidates.length === 0 && asked.length === 0) return hits
      const pairingWith = pairingOf(name)
      for (const number of asked) {
        const form = formOf[number] as number
        const listed = forms[form] as PreparedName
        const alignment = alignNames(name, listed, knowledge, pairingWith(form)) as Alignment
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
      const compared: Compared[] = []
      for (number of candidates) {
        needed = least
        const form = formOf[number] as number
        const listed = forms[form] as PreparedName
        let known =
          comparedIn[form] === searches ? (compared[comparedAt[form] as number] as Compared) : undefined
        if (known && listed.key !== name.key && !isEnough(known.most)) continue
        // What was of no interest for the entry of one name may be for that of another.
        if (known?.alignment === undefined) {
          known = alignOnce(name, listed, pairingWith(form), isEnough)
          comparedIn[form] = searches
          comparedAt[form] = compared.push(known) - 1
        }
        if (known.alignment && known.alignment.score >= needed) {
          known.comparison ??= describe(name, listed, known.alignment)
          hits.push({ name: number, comparison: known.comparison, agreement: undefined })
        }
      }
      forgetWordsOf(name)
      return hits
    },
  }

  function alignOnce(
    name: PreparedName,
    listed: PreparedName,
    pairing: WordPairing,
    isEnough: (most: number) => boolean,
  ): Compared {
    const compared: Compared = { most: 1, alignment: undefined, comparison: undefined }
    compared.alignment = alignNames(name, listed, knowledge, pairing, (most) => {
      compared.most = most
      return isEnough(most)
    })
    return compared
  }

  /** Words of the list were compared with those of the name when candidates were looked for. Until `forgetWordsOf`. */
  function pairingOf(name: PreparedName): (form: number) => WordPairing {
    const { ids, starts } = wordIds
    const ownWeights = Float64Array.from(name.words, weightOf)
    const similar = name.words.map((word, at) => {
      if (word.kind !== 'word') return undefined
      const { ids, pairs } = vocabulary.similar(word)
      for (const id of ids) standsFor[id] = (standsFor[id] as number) | (1 << at)
      return pairs
    })
    let start = 0
    let words: readonly NameWord[] = []
    const pairing: WordPairing = {
      compare(own, listed, at, other) {
        const id = ids[start + other] as number
        if (id === noWord || own.kind !== 'word') return compareWords(own, listed)
        return ((standsFor[id] as number) & (1 << at)) === 0 ? undefined : similar[at]?.get(listed)
      },
      weightInA: (at) => ownWeights[at] as number,
      weightInB(at) {
        const id = ids[start + at] as number
        return id === noWord
          ? weigh(parts.kind, words[at] as NameWord, false)
          : (parts.weightOfWord[id] as number)
      },
    }
    return (form) => {
      start = starts[form] as number
      words = (forms[form] as PreparedName).words
      return pairing
    }
  }

  function forgetWordsOf(name: PreparedName): void {
    for (const word of name.words)
      if (word.kind === 'word') for (const id of vocabulary.similar(word).ids) standsFor[id] = 0
  }

  /** As many as are looked at because of an acronym, at most. */
  function firstNamesOf(form: number): number[] {
    const start = namesOf.starts[form] as number
    const end = Math.min(namesOf.starts[form + 1] as number, start + mostOfAcronym)
    return [...namesOf.names.subarray(start, end)]
  }

  function eachByAcronym(name: PreparedName, visit: (number: number) => void): void {
    for (const word of name.words)
      if (isAcronym(word.text)) parts.acronyms.get(word.text)?.slice(0, mostOfAcronym).forEach(visit)
    const own = acronymOf(name.words)
    const id = own === undefined ? undefined : vocabulary.idOf(own)
    // Forms are in the order of their first names, so that the first names are those of the first forms.
    if (id !== undefined)
      Int32Array.from([...(lists[id] as Int32Array).subarray(0, mostOfAcronym)].flatMap(firstNamesOf))
        .sort()
        .subarray(0, mostOfAcronym)
        .forEach(visit)
  }
}

/** The smallest of these numbers, in order. */
function firstOf(numbers: readonly number[], count: number): Float64Array {
  const all = Float64Array.from(numbers)
  if (count >= all.length) return all.sort()
  const last = valueAt(all.slice(), all.length, count - 1)
  return all.filter((number) => number <= last).sort()
}

/** The names of each form, in order. */
function* byForm(formOf: Int32Array, forms: number): Generator<void, Parts['namesOf']> {
  const step = 50_000
  const starts = new Int32Array(forms + 1)
  for (let number = 0; number < formOf.length; number++) {
    const next = (formOf[number] as number) + 1
    starts[next] = (starts[next] as number) + 1
    if (number % step === 0) yield
  }
  for (let form = 0; form < forms; form++) {
    starts[form + 1] = (starts[form + 1] as number) + (starts[form] as number)
    if (form % step === 0) yield
  }
  const free = starts.slice()
  const names = new Int32Array(formOf.length)
  for (let number = 0; number < formOf.length; number++) {
    const form = formOf[number] as number
    const at = free[form] as number
    names[at] = number
    free[form] = at + 1
    if (number % step === 0) yield
  }
  return { names, starts }
}

/** Instead of the number of a word: of an initial, a number or a connecting word. */
const noWord = -1

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
