import type { ScreeningHitDetailsResponse, ScreeningReason } from '../../contract/organizations/screening.ts'

type Details = Pick<ScreeningHitDetailsResponse, 'subject_details' | 'entry_details' | 'reasons'>
type Side = Details['subject_details']

export const comparedRows = [
  'schema',
  'names',
  'birth_dates',
  'countries',
  'identifiers',
  'addresses',
] as const
export type ComparedRow = (typeof comparedRows)[number]

/** What a row says about whether both sides are the same; `unknown` if one side has nothing to compare. */
export type RowAgreement = 'agrees' | 'partly' | 'differs' | 'unknown'

/** For each row of both sides, whether they agree. */
export function agreements(hit: Details): Record<ComparedRow, RowAgreement> {
  const { subject_details: own, entry_details: listed } = hit
  const reason = (code: ScreeningReason['code']) => hit.reasons.find((one) => one.code === code)
  return {
    schema: ofSchemas(own.schema, listed.schema),
    names: ofNames(reason('name'), own, listed),
    birth_dates: ofBirthDates(reason('birth_date')),
    countries: ofCountries(reason('country')),
    identifiers: reason('identifier_equal') ? 'agrees' : ofNumbers(own, listed),
    addresses: reason('address_equal') ? 'agrees' : 'unknown',
  }
}

/** An entry that can be a person or a company says nothing. */
const vague = new Set<string>(['LegalEntity', 'Other'])

function ofSchemas(own: Side['schema'], listed: Side['schema']): RowAgreement {
  if (vague.has(own) || vague.has(listed)) return 'unknown'
  const plain = (schema: string) => (schema === 'Organization' ? 'Company' : schema)
  return plain(own) === plain(listed) ? 'agrees' : 'differs'
}

function ofNames(reason: ScreeningReason | undefined, own: Side, listed: Side): RowAgreement {
  if (reason === undefined) return own.names.length > 0 && listed.names.length > 0 ? 'differs' : 'unknown'
  const isWhole =
    (reason.only_in_name ?? []).length === 0 &&
    (reason.only_in_listed ?? []).length === 0 &&
    reason.legal_form !== 'differs' &&
    (reason.agreed ?? []).every(({ how }) => how === 'equal')
  return isWhole ? 'agrees' : 'partly'
}

function ofBirthDates(reason: ScreeningReason | undefined): RowAgreement {
  if (reason === undefined) return 'unknown'
  if (reason.agreement === 'equal') return 'agrees'
  return reason.agreement === 'year' ? 'partly' : 'differs'
}

function ofCountries(reason: ScreeningReason | undefined): RowAgreement {
  if (reason === undefined) return 'unknown'
  return reason.agreement === 'equal' ? 'agrees' : 'differs'
}

/** Nobody has two of these, so that another number is another party. */
const unique = new Set(['inn', 'ogrn', 'lei', 'imo'])

function ofNumbers(own: Side, listed: Side): RowAgreement {
  const bothHave = own.identifiers.some(
    ({ kind }) => unique.has(kind) && listed.identifiers.some((other) => other.kind === kind),
  )
  return bothHave ? 'differs' : 'unknown'
}

/** How strong a match is, in a word. An equal number or address leaves no doubt about itself. */
export type Strength = 'exact' | 'strong' | 'likely' | 'weak'

export function strengthOf({
  score,
  above_threshold,
  reasons,
}: Pick<ScreeningHitDetailsResponse, 'score' | 'above_threshold' | 'reasons'>): Strength {
  if (reasons.some(({ code }) => code === 'identifier_equal' || code === 'address_equal')) return 'exact'
  if (!above_threshold) return 'weak'
  return score >= 0.85 ? 'strong' : 'likely'
}
