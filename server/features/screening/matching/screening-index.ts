import { setImmediate as nextTick } from 'node:timers/promises'
import { normalizeAddress } from '../model/addresses.ts'
import { parseBirthDate } from '../model/birth-dates.ts'
import type { BirthDate, IdentifierKind, ListEntry, ListName, Schema } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'
import { grown } from './buckets.ts'
import {
  type BirthDateAgreement,
  type CountryAgreement,
  compareBirthDates,
  compareCountries,
  effects,
  isSameKind,
} from './circumstances.ts'
import { compareNames, type NameComparison } from './compare-names.ts'
import { knowledgeFrom, type ListWords } from './list-words.ts'
import type { NameIndex } from './name-index.ts'
import { createNameIndexBuilder } from './name-index-builder.ts'
import type { PersonAgreement } from './person-agreement.ts'
import { placesInOrder } from './places-in-order.ts'
import { type NameKind, type NameWord, type PreparedName, prepareName, readingsOf } from './prepare-name.ts'

/** A score from here on is a hit that blocks. */
export const threshold = 0.7
/** What scores less is not worth showing. */
export const leastShown = 0.5
/** What a party of ours scores less is no hit: below it, names have little more than one usual word in common. */
export const leastRecorded = 0.65

/** Why an entry was found, for a person to read. All that was compared is there, also what speaks against. */
export type Reason =
  | { code: 'identifier_equal'; kind: IdentifierKind; value: string }
  | { code: 'address_equal'; address: string }
  | {
      code: 'name'
      /** The spelling of the subject, and the name of the entry that is closest to it. */
      name: string
      listed: string
      weak: boolean
      score: number
      agreed: NameComparison['agreed']
      only_in_name: string[]
      only_in_listed: string[]
      legal_form: 'equal' | 'differs' | null
    }
  | { code: 'birth_date'; agreement: BirthDateAgreement; own: string; listed: string[] }
  | { code: 'country'; agreement: CountryAgreement; own: string[]; listed: string[] }

export interface Match {
  entry: ListEntry
  /** From 0 to 1. */
  score: number
  above_threshold: boolean
  reasons: Reason[]
}

export interface ScreeningIndex {
  /** Matches from `leastShown` on, or from `least` on, the best first. */
  search(subject: Subject, least?: number): Match[]
  /** The same, and lets others run between names: for a party with many of them. */
  searchInSlices(subject: Subject, least?: number): Promise<Match[]>
  /** Compares two names alone, with the weights of the words of this list. */
  compare(schema: Schema, name: string, other: string): NameComparison
  /** What the list says about words. */
  words(): ListWords
  entries: number
  names: number
}

/** The best name of an entry, with the spelling of the subject. */
interface FoundName {
  entry: number
  comparison: NameComparison
  name: string
  score: number
  listed: string
  weak: boolean
}

/**
 * The entry of each name of a kind, and what is asked of each name that is found: how the list writes it, and whether it is
 * a weak alias. In arrays, because a name may be found for thousands of entries, which lie all over the memory.
 */
interface Owners {
  /** Twice the number of the entry, and one more if the name is weak. */
  entries: Int32Array<ArrayBuffer>
  names: string[]
}

function addOwner(owners: Owners, entry: number, { name, weak }: ListName): void {
  const number = owners.names.push(name) - 1
  if (number === owners.entries.length) owners.entries = grown(owners.entries)
  owners.entries[number] = 2 * entry + (weak ? 1 : 0)
}

/** What somebody with an equal birth date scores at least, by what of the name agrees, whatever else differs. */
const leastOfEqualBirthDate: Record<PersonAgreement, number> = {
  surname_and_given_name: threshold,
  surname: leastRecorded,
}

/** Takes from the score of an alias that the list itself calls weak. */
const weakAlias = 0.1

/** Names are compared within a kind. Who may be either is in both. */
function kindsOf(schema: Schema): NameKind[] {
  if (schema === 'Person') return ['person']
  if (schema === 'Vessel' || schema === 'Airplane') return ['thing']
  if (schema === 'LegalEntity' || schema === 'Other') return ['person', 'company']
  return ['company']
}

/** The name as it is compared with each kind of entries. A vessel may be asked for as a company. */
function preparedFor(schema: Schema, name: string): PreparedName[] {
  if (schema === 'Person') return [prepareName(name, 'person')]
  if (schema === 'Vessel' || schema === 'Airplane')
    return [prepareName(name, 'thing'), prepareName(name, 'company')]
  const person = schema === 'LegalEntity' || schema === 'Other' ? [prepareName(name, 'person')] : []
  if (person[0]?.legalForm === 'trader') return person
  const company = prepareName(name, 'company')
  return [...person, company, ...(isCertainlyCompany(company) ? [] : [prepareName(name, 'thing')])]
}

function isSameName(a: PreparedName, b: PreparedName): boolean {
  return (
    a.key === b.key &&
    a.kind === b.kind &&
    a.legalForm === b.legalForm &&
    a.words.length === b.words.length &&
    a.words.every((word, at) => isSameWord(word, b.words[at] as NameWord))
  )
}

function isSameWord(a: NameWord, b: NameWord): boolean {
  return a === b || (a.text === b.text && a.native === b.native && a.script === b.script && a.kind === b.kind)
}

/** What has a legal form is no vessel. Short ones are also part of signs, such as those of aircraft. */
function isCertainlyCompany({ legalForm, words }: PreparedName): boolean {
  return legalForm !== undefined && legalForm !== 'other' && words.some((word) => word.text.length > 3)
}

const sliceMs = 8

/** To be called often: lets others run every few milliseconds. */
function createPause(): () => Promise<void> {
  let sliceEnd = performance.now() + sliceMs
  return async () => {
    if (performance.now() < sliceEnd) return
    await nextTick()
    sliceEnd = performance.now() + sliceMs
  }
}

async function inSlices<T>(steps: Generator<void, T>, pause: () => Promise<void>): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    await pause()
    step = steps.next()
  }
  return step.value
}

/**
 * Builds the index of a generation. Lets others run every few milliseconds. An index of only those entries that changed is
 * given the words of the `whole` one, so that they weigh the same in both.
 */
export async function buildScreeningIndex(
  entries: Iterable<ListEntry> | AsyncIterable<ListEntry>,
  whole?: ListWords,
): Promise<ScreeningIndex> {
  const pause = createPause()
  const all: ListEntry[] = []
  const builders = new Map<NameKind, ReturnType<typeof createNameIndexBuilder>>()
  const owners = new Map<NameKind, Owners>()
  const knowledgeOf = whole && knowledgeFrom(whole)
  for (const kind of ['person', 'company', 'thing'] as const) {
    builders.set(kind, createNameIndexBuilder(kind, knowledgeOf?.(kind)))
    owners.set(kind, { entries: new Int32Array(1024), names: [] })
  }
  const byIdentifier = new Map<string, { entry: number; kind: IdentifierKind }[]>()
  const byAddress = new Map<string, number[]>()
  /** Names of persons by the birth date of their entry, where the whole date is known. */
  const byBirthDate = new Map<string, number[]>()
  const countries = createCountryLists()
  let names = 0
  for await (const entry of entries) {
    const number = all.length
    all.push(entry)
    names += entry.names.length
    for (const kind of kindsOf(entry.schema)) {
      for (const listed of entry.names) {
        builders.get(kind)?.add(prepareName(listed.name, kind))
        const owned = owners.get(kind) as Owners
        if (kind === 'person')
          for (const { from, to } of entry.birthDates)
            if (from === to) push(byBirthDate, from, owned.names.length)
        addOwner(owned, number, listed)
      }
    }
    for (const { kind, value } of entry.identifiers) push(byIdentifier, value, { entry: number, kind })
    for (const { address } of entry.addresses) push(byAddress, address, number)
    countries.add(entry.countries)
    await pause()
  }
  const indexes = new Map<NameKind, NameIndex>()
  for (const [kind, builder] of builders) {
    indexes.set(kind, await inSlices(builder.finish(), pause))
  }
  const placeOf = await inSlices(placesInOrder(all.map(({ id }) => id)), pause)

  /** For each entry one more than the number of what was found of it; 0 between searches. Several may be under way. */
  const spare: Int32Array[] = []

  function search(subject: Subject, least = leastShown): Match[] {
    const steps = searchSteps(subject, least)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return step.value
  }

  /** Pauses after each name. */
  function* searchSteps(subject: Subject, least: number): Generator<void, Match[]> {
    const exact = new Map<number, Reason[]>()
    const named: FoundName[] = []
    const numberOf = spare.pop() ?? new Int32Array(all.length)
    const addExact = (entry: number, reason: Reason) => {
      const known = exact.get(entry)
      if (known === undefined) exact.set(entry, [reason])
      else known.push(reason)
    }
    for (const { kind, value } of subject.identifiers ?? []) {
      for (const listed of byIdentifier.get(value) ?? []) {
        if (isSameKind(kind, listed.kind, value))
          addExact(listed.entry, { code: 'identifier_equal', kind: listed.kind, value })
      }
    }
    for (const text of subject.addresses ?? []) {
      const address = normalizeAddress(text)
      for (const entry of byAddress.get(address) ?? []) addExact(entry, { code: 'address_equal', address })
    }
    const birthDate = lazily(() =>
      subject.birthDate === undefined ? undefined : parseBirthDate(subject.birthDate),
    )
    const effectOfCountries = countries.effectsOn(subject.countries)
    /** What dates and countries add to the score of a name. */
    const effectOf = (entry: number): number =>
      effectOfBirthDate(birthDate(), all[entry] as ListEntry) + effectOfCountries(entry)
    const raise =
      (subject.birthDate === undefined ? 0 : effects.birthDate.equal) +
      (subject.countries === undefined ? 0 : effects.country.equal)
    const looked: PreparedName[] = []
    for (const name of subject.names) {
      for (const prepared of readingsOf(name).flatMap((read) => preparedFor(subject.schema, read))) {
        // The full and the short name often differ only in the spelling of the legal form.
        if (looked.some((other) => isSameName(other, prepared))) continue
        looked.push(prepared)
        const owned = owners.get(prepared.kind) as Owners
        /** What a name must score so that its entry can be shown. */
        const leastOf = (number: number): number => {
          const owner = owned.entries[number] as number
          const entry = owner >> 1
          if (least < leastPruned || exact.has(entry)) return least - raise
          const weak = (owner & 1) === 1 ? weakAlias : 0
          return least - rounding + weak - effectOf(entry)
        }
        const index = indexes.get(prepared.kind) as NameIndex
        const asked = prepared.kind === 'person' ? bornOn(birthDate()) : []
        for (const hit of index.search(prepared, least - raise, leastOf, asked)) {
          const owner = owned.entries[hit.name] as number
          const [entry, weak] = [owner >> 1, (owner & 1) === 1]
          const own = hit.comparison.score - (weak ? weakAlias : 0)
          const score =
            hit.agreement === undefined
              ? own
              : Math.max(own, leastOfEqualBirthDate[hit.agreement] - effectOf(entry))
          const known = (numberOf[entry] as number) - 1
          if (known >= 0 && score <= (named[known] as FoundName).score) continue
          const listed = owned.names[hit.name] as string
          const best = { entry, comparison: hit.comparison, name, score, listed, weak }
          if (known >= 0) named[known] = best
          else numberOf[entry] = named.push(best)
        }
        yield
      }
    }
    const matches: Match[] = []
    const places: number[] = []
    const own = { subject, birthDate: birthDate() }
    const add = (entry: number, exact: readonly Reason[], name: FoundName | undefined) => {
      const match = matchOf(own, all[entry] as ListEntry, exact, name, least)
      if (match === undefined) return
      matches.push(match)
      places.push(placeOf[entry] as number)
    }
    for (const [entry, reasons] of exact) add(entry, reasons, named[(numberOf[entry] as number) - 1])
    for (const name of named) {
      if (!exact.has(name.entry)) add(name.entry, [], name)
      numberOf[name.entry] = 0
    }
    spare.push(numberOf)
    return bestFirst(matches, places)
  }

  function bornOn(date: BirthDate | undefined): readonly number[] {
    return date !== undefined && date.from === date.to ? (byBirthDate.get(date.from) ?? []) : []
  }

  function compare(schema: Schema, name: string, other: string): NameComparison {
    const comparisons = kindsOf(schema).map((kind) =>
      compareNames(
        prepareName(name, kind),
        prepareName(other, kind),
        (indexes.get(kind) as NameIndex).knowledge,
      ),
    )
    return comparisons.reduce((best, next) => (next.score > best.score ? next : best))
  }

  const commonOf = (kind: NameKind) => (indexes.get(kind) as NameIndex).common()

  return {
    search,
    searchInSlices: (subject, least = leastShown) => inSlices(searchSteps(subject, least), createPause()),
    compare,
    words: () => ({
      common: { person: commonOf('person'), company: commonOf('company'), thing: commonOf('thing') },
      ofPersons: [...(indexes.get('person') as NameIndex).texts()].join(' '),
    }),
    entries: all.length,
    names,
  }
}

/** A score is shown in thousandths. */
const rounding = 0.001
/** A score below 0 is 0, so that below this everything is shown. */
const leastPruned = 0.01

function effectOfBirthDate(birthDate: BirthDate | undefined, entry: ListEntry): number {
  if (birthDate === undefined) return 0
  const born = compareBirthDates(birthDate, entry.birthDates)
  return born === undefined ? 0 : effects.birthDate[born]
}

/** The countries of entries. Many entries have the same, which are compared once. */
function createCountryLists() {
  const lists: (readonly string[])[] = []
  const numbers = new Map<string, number>()
  let listOf = new Int32Array(1024)
  let count = 0

  return {
    /** Of the next entry. */
    add(countries: readonly string[]): void {
      const key = countries.join()
      let number = numbers.get(key)
      if (number === undefined) {
        number = lists.push(countries) - 1
        numbers.set(key, number)
      }
      if (count === listOf.length) listOf = grown(listOf)
      listOf[count] = number
      count += 1
    },
    /** What the countries of each entry add to the score of somebody with these. */
    effectsOn(own: readonly string[] | undefined): (entry: number) => number {
      if (own === undefined || own.length === 0) return () => 0
      const known = new Float64Array(lists.length).fill(Number.NaN)
      return (entry) => {
        const list = listOf[entry] as number
        let effect = known[list] as number
        if (Number.isNaN(effect)) {
          const country = compareCountries(own, lists[list] as readonly string[])
          effect = country === undefined ? 0 : effects.country[country]
          known[list] = effect
        }
        return effect
      }
    },
  }
}

function reasonOf({ comparison, name, listed, weak }: FoundName): Reason {
  return {
    code: 'name',
    name,
    listed,
    weak,
    score: round(comparison.score),
    agreed: comparison.agreed,
    only_in_name: comparison.onlyInA,
    only_in_listed: comparison.onlyInB,
    legal_form: comparison.legalForm ?? null,
  }
}

/** Undefined if it scores less than `least`. */
function matchOf(
  { subject, birthDate }: { subject: Subject; birthDate: BirthDate | undefined },
  entry: ListEntry,
  exact: readonly Reason[],
  named: FoundName | undefined,
  least: number,
): Match | undefined {
  const born = birthDate && compareBirthDates(birthDate, entry.birthDates)
  const country = subject.countries && compareCountries(subject.countries, entry.countries)
  let score = named?.score ?? 0
  if (born !== undefined) score += effects.birthDate[born]
  if (country !== undefined) score += effects.country[country]
  // What is equal beyond doubt is found whatever else differs.
  const total = exact.length > 0 ? 1 : round(Math.max(0, Math.min(1, score)))
  if (total < least) return undefined
  const reasons = named ? [...exact, reasonOf(named)] : [...exact]
  if (born !== undefined)
    reasons.push({
      code: 'birth_date',
      agreement: born,
      own: subject.birthDate as string,
      listed: entry.birthDates.map(
        ({ from, to, circa }) => `${circa ? '~' : ''}${from === to ? from : `${from}/${to}`}`,
      ),
    })
  if (country !== undefined)
    reasons.push({
      code: 'country',
      agreement: country,
      own: [...(subject.countries ?? [])],
      listed: [...entry.countries],
    })
  return { entry, score: total, above_threshold: total >= threshold, reasons }
}

/** By score, and entries with the same score by their ids, in whose order they have these places. */
function bestFirst(matches: readonly Match[], places: readonly number[]): Match[] {
  if (matches.length < 2) return [...matches]
  // One number for each match, which orders it and ends with its own: thousands of texts take longer to compare.
  let mostPlaces = 0
  for (const place of places) if (place >= mostPlaces) mostPlaces = place + 1
  const keys = new Float64Array(matches.length)
  for (let at = 0; at < keys.length; at++) {
    const below = 1_000 - Math.round((matches[at] as Match).score * 1_000)
    keys[at] = (below * mostPlaces + (places[at] as number)) * keys.length + at
  }
  return Array.from(keys.sort(), (key) => matches[key % keys.length] as Match)
}

function round(score: number): number {
  return Math.round(score * 1_000) / 1_000
}

/** The value is made when it is first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
