import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { generateParties } from '../server/features/parties/synthetic/generate.ts'
import * as parts from '../server/features/parties/synthetic/name-parts.ts'
import { readList } from '../server/features/screening/lists/read-list.ts'
import { completeEntry, type ListEntry } from '../server/features/screening/model/entry.ts'
import type { Subject } from '../server/features/screening/model/subject.ts'

/** All entries of the lists of a folder: the list in it, and those in its sub-folders. */
export async function readFolder(folder: string): Promise<ListEntry[]> {
  const entries: ListEntry[] = []
  const items = readdirSync(folder, { withFileTypes: true })
  const names = items
    .filter((item) => item.isFile() && /\.(csv|xml|json|ndjson)$/i.test(item.name))
    .map(({ name }) => name)
  // Beside lists lie other tables, such as labelled pairs.
  const isList =
    names.some((name) => /^sdn\.csv$|\.xml$|\.n?d?json$|^targets/i.test(name)) ||
    !items.some((item) => item.isDirectory())
  if (isList) {
    const files = names.map((name) => ({ name, open: () => createReadStream(join(folder, name)) }))
    for await (const { rows } of readList(files)) {
      for (const row of rows) if ('entry' in row) entries.push(row.entry)
    }
  }
  for (const item of items)
    if (item.isDirectory()) entries.push(...(await readFolder(join(folder, item.name))))
  return entries
}

/** A small pseudo-random number generator: the same seed gives the same data. */
export function createRandom(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return ((z ^ (z >>> 15)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** Any value, all equally often. */
    any: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
    /** Earlier values more often. */
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() ** 2 * values.length)] as T,
    chance: (probability: number) => next() < probability,
  }
}

type Random = ReturnType<typeof createRandom>

/** The words of the names of a list that are used when somebody is invented. */
interface ListedWords {
  surnames: string[]
  givenNames: string[]
  companyWords: string[]
}

const ofTheRegion = new Set(['ru', 'by', 'ua', 'kz'])

function listedWords(entries: readonly ListEntry[]): ListedWords {
  const surnames = new Set<string>()
  const givenNames = new Set<string>()
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const main = entry.names[0]?.name ?? ''
    if (entry.schema === 'Person' && entry.countries.some((country) => ofTheRegion.has(country))) {
      const [surname, given] = main.includes(',') ? main.split(',') : [main.split(' ').at(-1), main]
      if (surname) surnames.add(surname.trim())
      const first = given?.trim().split(/\s+/)[0]
      if (first) givenNames.add(first)
    } else if (entry.schema !== 'Person') {
      for (const word of main.match(/\p{L}{4,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const common = [...counts].filter(([, count]) => count >= 3).sort((a, b) => b[1] - a[1])
  return { surnames: [...surnames], givenNames: [...givenNames], companyWords: common.map(([word]) => word) }
}

/** The part of surnames, given names and words of companies that are those of listed ones. */
const listedShare = 0.1

/**
 * Invented Russian persons and companies, half and half. Names are drawn by frequency, among them those of listed people
 * and companies. Half of the persons have no birth date.
 */
export function* inventSubjects(
  count: number,
  entries: readonly ListEntry[],
  seed: number,
): Generator<Subject> {
  const listed = listedWords(entries)
  const random = createRandom(seed)
  const companies = generateParties(count * 2, seed)
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      yield inventPerson(random, listed)
      continue
    }
    let party = companies.next().value
    while (party && party.type !== 'legal') party = companies.next().value
    if (party)
      yield { schema: 'Company', names: [withListedWord(party.full_name, random, listed)], countries: ['ru'] }
  }
}

/** An invented company and its director, as the service compares them. */
export interface InventedOrganization {
  organization: Subject
  director: Subject | undefined
}

/** Invented companies as they are in the register: two names, INN, OGRN and mostly a director. */
export function* inventBook(count: number, seed: number): Generator<InventedOrganization> {
  let made = 0
  for (const party of generateParties(count * 3, seed)) {
    if (made === count) return
    if (party.type !== 'legal') continue
    made += 1
    const { full_name, short_name, director_name, inn, ogrn } = party
    yield {
      organization: {
        schema: 'Company',
        names: [full_name, short_name ?? full_name],
        identifiers: [
          { kind: 'inn', value: inn },
          { kind: 'ogrn', value: ogrn },
        ],
      },
      director: director_name === null ? undefined : { schema: 'Person', names: [director_name] },
    }
  }
}

/** So many of the entries, any of them. */
export function pickSome(entries: readonly ListEntry[], count: number, seed: number): Set<ListEntry> {
  const random = createRandom(seed)
  const picked = new Set<ListEntry>()
  while (picked.size < Math.min(count, entries.length)) picked.add(random.any(entries))
  return picked
}

function inventPerson(random: Random, listed: ListedWords): Subject {
  const fromList = <T>(values: readonly T[], otherwise: () => T): T =>
    values.length > 0 && random.chance(listedShare) ? random.any(values) : otherwise()
  const [, daughter, son] = random.pick(parts.firstNames)
  const isWoman = random.chance(0.4)
  const surname = fromList(listed.surnames, () => `${random.pick(parts.surnames)}${isWoman ? 'а' : ''}`)
  const given = fromList(listed.givenNames, () =>
    isWoman ? random.pick(parts.womensNames) : random.pick(parts.firstNames)[0],
  )
  const year = 1940 + Math.floor(random.next() * 65)
  const month = String(1 + Math.floor(random.next() * 12)).padStart(2, '0')
  return {
    schema: 'Person',
    names: [`${surname} ${given} ${isWoman ? daughter : son}`],
    countries: ['ru'],
    ...(random.chance(0.5) ? { birthDate: `${year}-${month}-15` } : {}),
  }
}

function withListedWord(name: string, random: Random, listed: ListedWords): string {
  if (listed.companyWords.length === 0 || !random.chance(2 * listedShare)) return name
  return name.replace(/"(.*)"/, (_, core: string) => `"${core} ${random.pick(listed.companyWords)}"`)
}

/** The entries, filled up to a count by recombining the words of their names. */
export function* fillUp(entries: readonly ListEntry[], count: number, seed: number): Generator<ListEntry> {
  yield* entries.slice(0, count)
  const random = createRandom(seed)
  const words = new Map<ListEntry['schema'], string[]>()
  for (const entry of entries) {
    const all = words.get(entry.schema) ?? []
    for (const { name } of entry.names) all.push(...(name.match(/[\p{L}\p{N}]+/gu) ?? []))
    words.set(entry.schema, all)
  }
  for (let i = entries.length; i < count; i++) {
    const pattern = random.any(entries)
    const vocabulary = words.get(pattern.schema) as string[]
    const entry = completeEntry({
      ...pattern,
      id: `filled-${i}`,
      names: pattern.names.map(({ name, weak }) => ({
        weak,
        name: name.replaceAll(/[\p{L}\p{N}]+/gu, () => random.any(vocabulary)),
      })),
      identifiers: [],
      addresses: [],
    })
    if (entry) yield entry
  }
}
