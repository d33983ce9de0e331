import { acronymOf } from './acronyms.ts'
import { createBucketBuilder, grown, hashText } from './buckets.ts'
import { wordKey } from './list-words.ts'
import { createIndex, isShort, type NameIndex, noWord, type Parts } from './name-index.ts'
import type { NameKind, NameWord, PreparedName } from './prepare-name.ts'
import type { WordKnowledge } from './score-names.ts'
import { buildVocabulary } from './vocabulary-index.ts'
import { isCommon, weigh } from './word-weights.ts'

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

/** Equal for names that are compared in the same way. */
function spellingOf({ words, legalForm, surname, key }: PreparedName, idOf: (word: NameWord) => number) {
  const parts = words.map((word) =>
    word.kind === 'word' ? idOf(word) : `${word.kind} ${word.script} ${word.native} ${word.text}`,
  )
  return [legalForm, surname, key, ...parts].join('\n')
}

function addTo(map: Map<string, number[]>, key: string, number: number): void {
  const list = map.get(key)
  if (list) list.push(number)
  else map.set(key, [number])
}
