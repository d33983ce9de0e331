import { acronymOf, isAcronym } from './acronyms.ts'
import type { Alignment, WordPairing } from './align-words.ts'
import { type Buckets, hashText } from './buckets.ts'
import { alignNames, describe, type NameComparison } from './compare-names.ts'
import { compareWords } from './compare-words.ts'
import { createFindings } from './findings.ts'
import { isFrequentName } from './frequent-names.ts'
import { wordKey } from './list-words.ts'
import { slotsOf } from './name-slots.ts'
import { firstOf, valueAt } from './order-statistics.ts'
import { type PersonAgreement, personAgreement } from './person-agreement.ts'
import type { NameKind, NameWord, PreparedName } from './prepare-name.ts'
import { mostPossibleOf, type WordKnowledge } from './score-names.ts'
import type { VocabularyIndex } from './vocabulary-index.ts'
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
const mostKeptWeights = 50_000
const mostOfAcronym = 50

export interface Parts {
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

export function createIndex(parts: Parts): NameIndex {
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

/** Instead of the number of a word: of an initial, a number or a connecting word. */
export const noWord = -1

export function isShort(word: NameWord): boolean {
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
