import { createHash } from 'node:crypto'
import type { Network } from '../../../../contract/money/networks.ts'

/** What an entry of a list stands for, in the words of FollowTheMoney. */
export const schemas = [
  'Person',
  'Company',
  'Organization',
  'LegalEntity',
  'Vessel',
  'Airplane',
  'Other',
] as const
export type Schema = (typeof schemas)[number]

export interface ListName {
  /** As the list writes it, in its own script. */
  name: string
  /** An alias that the list itself calls weak: common, or not used by everybody. */
  weak: boolean
}

/**
 * A birth date as far as it is known. `from` and `to` are days (YYYY-MM-DD) and equal if the whole date is known;
 * `circa` is a date of which the list is not sure.
 */
export interface BirthDate {
  from: string
  to: string
  circa: boolean
}

export const identifierKinds = [
  'inn',
  'ogrn',
  'lei',
  'passport',
  'tax',
  'registration',
  'national',
  'imo',
  'other',
] as const
export type IdentifierKind = (typeof identifierKinds)[number]

export interface Identifier {
  kind: IdentifierKind
  /** Normalized: letters in upper case and digits, nothing else. */
  value: string
}

export interface ListedAddress {
  /** Undefined if the list names a currency of another network. */
  network: Network | undefined
  /** Normalized, see `normalizeAddress`. */
  address: string
}

/** An entry of a list, whatever the format of the list. */
export interface ListEntry {
  /** Unique and stable within its list. */
  id: string
  schema: Schema
  /** The main name first. Empty if only an identifier or an address is known. */
  names: readonly ListName[]
  birthDates: readonly BirthDate[]
  /** ISO 3166-1 alpha-2, in lower case. */
  countries: readonly string[]
  identifiers: readonly Identifier[]
  addresses: readonly ListedAddress[]
  programs: readonly string[]
  /** Changes if and only if something changes that is compared: everything above except the programs. */
  hash: string
}

/** The result of reading one row: an entry, or why there is none. `line` is its position in the file. */
export type ListRow = { line: number; entry: ListEntry } | { line: number; file?: string; fault: string }

export type EntryDraft = Omit<ListEntry, 'hash'>

const mostNames = 500
const longestName = 500

/** Completes an entry: no value twice, a fixed order of what has none, and the hash. Undefined if nothing could be found. */
export function completeEntry(draft: EntryDraft): ListEntry | undefined {
  const names = distinct(
    draft.names
      .map(({ name, weak }) => ({ name: name.replaceAll(/\s+/g, ' ').trim().slice(0, longestName), weak }))
      .filter(({ name }) => /[\p{L}\p{N}]/u.test(name)),
    ({ name }) => name,
  ).slice(0, mostNames)
  const compared = {
    id: draft.id,
    schema: draft.schema,
    names,
    birthDates: sorted(draft.birthDates, ({ from, to, circa }) => `${from} ${to} ${circa}`),
    countries: sorted(draft.countries, (country) => country),
    identifiers: sorted(draft.identifiers, ({ kind, value }) => `${kind} ${value}`),
    addresses: sorted(draft.addresses, ({ network, address }) => `${network ?? ''} ${address}`),
  }
  if (names.length === 0 && compared.identifiers.length === 0 && compared.addresses.length === 0)
    return undefined
  return { ...compared, programs: sorted(draft.programs, (program) => program), hash: hashOf(compared) }
}

/** The names after the main one in any order: a list that only sorts its aliases anew has not changed. */
function hashOf(compared: Omit<ListEntry, 'hash' | 'programs'>): string {
  const [main, ...aliases] = compared.names
  const text = JSON.stringify({
    ...compared,
    names: [main, ...sorted(aliases, ({ name, weak }) => `${name} ${weak}`)],
  })
  return createHash('sha256').update(text).digest('base64url')
}

/** The first of values with the same key. */
function distinct<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const key = keyOf(value)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function sorted<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, value]) => value)
}

export interface ListChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

/** What changed between two generations of a list, by the hashes of their entries. Ids, sorted. */
export function diffEntries(
  before: Iterable<Pick<ListEntry, 'id' | 'hash'>>,
  after: Iterable<Pick<ListEntry, 'id' | 'hash'>>,
): ListChanges {
  const old = new Map<string, string>()
  for (const { id, hash } of before) old.set(id, hash)
  const changes: ListChanges = { added: [], changed: [], removed: [] }
  for (const { id, hash } of after) {
    const known = old.get(id)
    if (known === undefined) changes.added.push(id)
    else if (known !== hash) changes.changed.push(id)
    old.delete(id)
  }
  changes.removed.push(...old.keys())
  for (const ids of Object.values(changes)) ids.sort()
  return changes
}
