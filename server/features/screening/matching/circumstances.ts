import type { BirthDate, IdentifierKind } from '../model/entry.ts'

/** What dates and countries add to the score of a name or take from it. */
export const effects = {
  birthDate: { equal: 0.08, year: 0.04, near: -0.1, differs: -0.35 },
  country: { equal: 0.03, differs: -0.05 },
} as const

export type BirthDateAgreement = keyof typeof effects.birthDate
export type CountryAgreement = keyof typeof effects.country

/** How a birth date agrees with the best of those that a list gives. Undefined if one side has none. */
export function compareBirthDates(
  own: BirthDate | undefined,
  listed: readonly BirthDate[],
): BirthDateAgreement | undefined {
  if (own === undefined) return undefined
  let best: BirthDateAgreement | undefined
  for (const other of listed) {
    const agreement = compareDates(own, other)
    if (best === undefined || effects.birthDate[agreement] > effects.birthDate[best]) best = agreement
  }
  return best
}

function compareDates(a: BirthDate, b: BirthDate): BirthDateAgreement {
  if (a.from === a.to && b.from === b.to && a.from === b.from) return 'equal'
  const apart = Math.max(yearOf(a.from) - yearOf(b.to), yearOf(b.from) - yearOf(a.to), 0)
  const tolerated = a.circa || b.circa ? 3 : 0
  if (apart <= tolerated) return 'year'
  return apart <= tolerated + 1 ? 'near' : 'differs'
}

/** The year of YYYY-MM-DD, without a string for it. */
function yearOf(date: string): number {
  let year = 0
  for (let i = 0; i < 4; i++) year = 10 * year + date.charCodeAt(i) - 48
  return year
}

export function compareCountries(
  own: readonly string[] | undefined,
  listed: readonly string[],
): CountryAgreement | undefined {
  if (own === undefined || own.length === 0 || listed.length === 0) return undefined
  return own.some((country) => listed.includes(country)) ? 'equal' : 'differs'
}

const definite = new Set<IdentifierKind>(['inn', 'ogrn', 'lei', 'passport', 'imo'])
const longEnough = 8

/**
 * Whether two equal numbers are the same identifier. Lists often do not say, or say wrongly, which kind of number it is:
 * only two kinds that are certain and different exclude each other. A short number must be of the same kind.
 */
export function isSameKind(a: IdentifierKind, b: IdentifierKind, value: string): boolean {
  return a === b || (value.length >= longEnough && !(definite.has(a) && definite.has(b)))
}
