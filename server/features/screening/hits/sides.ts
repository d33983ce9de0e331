import type { ScreeningHitDetailsResponse } from '../../../../contract/organizations/screening.ts'
import type { Identifier, ListEntry } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'
import { shownIdentifier } from '../reasons/reasons.ts'

/** One side of a pair, in the words of the interface. */
export type Side = ScreeningHitDetailsResponse['subject_details']

export function sideOfSubject(subject: Subject): Side {
  return {
    schema: subject.schema,
    names: [...subject.names],
    birth_dates: subject.birthDate === undefined ? [] : [subject.birthDate],
    countries: [...(subject.countries ?? [])],
    identifiers: (subject.identifiers ?? []).map(masked),
    addresses: [...(subject.addresses ?? [])],
  }
}

export function sideOfEntry(entry: ListEntry): Side & { programs: string[] } {
  return {
    schema: entry.schema,
    names: entry.names.map(({ name }) => name),
    birth_dates: entry.birthDates.map(
      ({ from, to, circa }) => `${circa ? '~' : ''}${from === to ? from : `${from}/${to}`}`,
    ),
    countries: [...entry.countries],
    identifiers: entry.identifiers.map(masked),
    addresses: entry.addresses.map(({ address }) => address),
    programs: [...entry.programs],
  }
}

const comparedFields = ['schema', 'names', 'birth_dates', 'countries', 'identifiers', 'addresses'] as const

/** The fields in which two states of a side differ. The order of values counts for the main name only. */
export function changedFields(before: Side, after: Side): string[] {
  return comparedFields.filter((field) => textOf(field, before) !== textOf(field, after))
}

function textOf(field: (typeof comparedFields)[number], side: Side): string {
  const value = side[field]
  if (!Array.isArray(value)) return value
  const texts = value.map((item) => JSON.stringify(item))
  const first = field === 'names' ? texts.slice(0, 1) : []
  return [...first, ...texts.slice(first.length).sort()].join('\n')
}

/** Once more changes nothing. */
export function masked(identifier: Identifier): Identifier {
  return { ...identifier, value: shownIdentifier(identifier) }
}
