import { setImmediate as nextTick } from 'node:timers/promises'
import { normalizeAddress } from '../model/addresses.ts'
import { parseBirthDate } from '../model/birth-dates.ts'
import type { BirthDate, IdentifierKind, ListEntry, Schema } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'
import {
  type BirthDateAgreement,
  type CountryAgreement,
  compareBirthDates,
  compareCountries,
  effects,
  isSameKind,
} from './circumstances.ts'
import { compareNames, type NameComparison, type PersonAgreement } from './compare-names.ts'
import { knowledgeFrom, type ListWords } from './list-words.ts'
import { createNameIndexBuilder, type NameHit, type NameIndex } from './name-index.ts'
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

/** What was found of an entry. */
interface FoundEntry {
  exact: Reason[]
  /** The best of its names, by its number among the names of the entry, with the spelling of the subject. */
  named: { hit: NameHit; name: string; score: number; index: number } | undefined
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
  const owners = new Map<NameKind, { entry: number; name: number }[]>()
  const knowledgeOf = whole && knowledgeFrom(whole)
  for (const kind of ['person', 'company', 'thing'] as const) {
    builders.set(kind, createNameIndexBuilder(kind, knowledgeOf?.(kind)))
    owners.set(kind, [])
  }
  const byIdentifier = new Map<string, { entry: number; kind: IdentifierKind }[]>()
  const byAddress = new Map<string, number[]>()
  /** Names of persons by the birth date of their entry, where the whole date is known. */
  const byBirthDate = new Map<string, number[]>()
  let names = 0
  for await (const entry of entries) {
    const number = all.length
    all.push(entry)
    names += entry.names.length
    for (const kind of kindsOf(entry.schema)) {
      for (const [index, { name }] of entry.names.entries()) {
        builders.get(kind)?.add(prepareName(name, kind))
        if (kind === 'person')
          for (const { from, to } of entry.birthDates)
            if (from === to) push(byBirthDate, from, owners.get(kind)?.length as number)
        owners.get(kind)?.push({ entry: number, name: index })
      }
    }
    for (const { kind, value } of entry.identifiers) push(byIdentifier, value, { entry: number, kind })
    for (const { address } of entry.addresses) push(byAddress, address, number)
    await pause()
  }
  const indexes = new Map<NameKind, NameIndex>()
  for (const [kind, builder] of builders) {
    indexes.set(kind, await inSlices(builder.finish(), pause))
  }

  function search(subject: Subject, least = leastShown): Match[] {
    const steps = searchSteps(subject, least)
    let step = steps.next()
    while (!step.done) step = steps.next()
    return step.value
  }

  /** Pauses after each name. */
  function* searchSteps(subject: Subject, least: number): Generator<void, Match[]> {
    const found = new Map<number, FoundEntry>()
    const of = (entry: number) => {
      let known = found.get(entry)
      if (known === undefined) {
        known = { exact: [], named: undefined }
        found.set(entry, known)
      }
      return known
    }
    for (const { kind, value } of subject.identifiers ?? []) {
      for (const listed of byIdentifier.get(value) ?? []) {
        if (isSameKind(kind, listed.kind, value))
          of(listed.entry).exact.push({ code: 'identifier_equal', kind: listed.kind, value })
      }
    }
    for (const text of subject.addresses ?? []) {
      const address = normalizeAddress(text)
      for (const entry of byAddress.get(address) ?? [])
        of(entry).exact.push({ code: 'address_equal', address })
    }
    const birthDate = lazily(() =>
      subject.birthDate === undefined ? undefined : parseBirthDate(subject.birthDate),
    )
    const raise =
      (subject.birthDate === undefined ? 0 : effects.birthDate.equal) +
      (subject.countries === undefined ? 0 : effects.country.equal)
    const looked: PreparedName[] = []
    for (const name of subject.names) {
      for (const prepared of readingsOf(name).flatMap((read) => preparedFor(subject.schema, read))) {
        // The full and the short name often differ only in the spelling of the legal form.
        if (looked.some((other) => isSameName(other, prepared))) continue
        looked.push(prepared)
        const owned = owners.get(prepared.kind) as { entry: number; name: number }[]
        /** What a name must score so that its entry can be shown. */
        const leastOf = (number: number): number => {
          const owner = owned[number] as { entry: number; name: number }
          if (least < leastPruned || found.get(owner.entry)?.exact.length) return least - raise
          const entry = all[owner.entry] as ListEntry
          const weak = entry.names[owner.name]?.weak === true ? weakAlias : 0
          return least - rounding + weak - effectOf(entry, birthDate(), subject.countries)
        }
        const index = indexes.get(prepared.kind) as NameIndex
        const asked = prepared.kind === 'person' ? bornOn(birthDate()) : []
        for (const hit of index.search(prepared, least - raise, leastOf, asked)) {
          const owner = owned[hit.name] as { entry: number; name: number }
          const entry = all[owner.entry] as ListEntry
          const isWeak = entry.names[owner.name]?.weak === true
          const own = hit.comparison.score - (isWeak ? weakAlias : 0)
          const score =
            hit.agreement === undefined
              ? own
              : Math.max(
                  own,
                  leastOfEqualBirthDate[hit.agreement] - effectOf(entry, birthDate(), subject.countries),
                )
          const best = of(owner.entry)
          if (best.named === undefined || score > best.named.score)
            best.named = { hit, name, score, index: owner.name }
        }
        yield
      }
    }
    const matches: Match[] = []
    const own = { subject, birthDate: birthDate() }
    for (const [number, { exact, named }] of found) {
      const match = matchOf(own, all[number] as ListEntry, exact, named)
      if (match.score >= least) matches.push(match)
    }
    return matches.sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
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

/** What dates and countries add to the score of a name. */
function effectOf(
  entry: ListEntry,
  birthDate: BirthDate | undefined,
  countries: readonly string[] | undefined,
): number {
  const born = compareBirthDates(birthDate, entry.birthDates)
  const country = compareCountries(countries, entry.countries)
  return (
    (born === undefined ? 0 : effects.birthDate[born]) +
    (country === undefined ? 0 : effects.country[country])
  )
}

function matchOf(
  { subject, birthDate }: { subject: Subject; birthDate: BirthDate | undefined },
  entry: ListEntry,
  exact: Reason[],
  named: FoundEntry['named'],
): Match {
  const reasons = [...exact]
  let score = 0
  if (named) {
    const { comparison } = named.hit
    const listed = entry.names[named.index] as ListEntry['names'][number]
    score = named.score
    reasons.push({
      code: 'name',
      name: named.name,
      listed: listed.name,
      weak: listed.weak,
      score: round(comparison.score),
      agreed: comparison.agreed,
      only_in_name: comparison.onlyInA,
      only_in_listed: comparison.onlyInB,
      legal_form: comparison.legalForm ?? null,
    })
  }
  const born = compareBirthDates(birthDate, entry.birthDates)
  if (born !== undefined) {
    score += effects.birthDate[born]
    reasons.push({
      code: 'birth_date',
      agreement: born,
      own: subject.birthDate as string,
      listed: entry.birthDates.map(
        ({ from, to, circa }) => `${circa ? '~' : ''}${from === to ? from : `${from}/${to}`}`,
      ),
    })
  }
  const country = compareCountries(subject.countries, entry.countries)
  if (country !== undefined) {
    score += effects.country[country]
    reasons.push({
      code: 'country',
      agreement: country,
      own: [...(subject.countries ?? [])],
      listed: [...entry.countries],
    })
  }
  // What is equal beyond doubt is found whatever else differs.
  const total = exact.length > 0 ? 1 : round(Math.max(0, Math.min(1, score)))
  return { entry, score: total, above_threshold: total >= threshold, reasons }
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
