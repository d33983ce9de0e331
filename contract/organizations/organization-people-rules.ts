import { isObject } from '../api/common.ts'
import { type Fault, fault } from '../api/faults.ts'
import { companyInnFault, personInnFault } from '../values/identifiers.ts'
import { blankFault, check, countryFault } from './organization-rules.ts'

/** The fields that only one schema or one role has. */
const ofPersons = ['birth_date', 'identity_document'] as const
const ofOwners = ['share', 'parent_id'] as const

/** Faults of a new person. Gets the raw body; values of the wrong type are skipped. */
export function createPersonFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  return [...updatePersonFaults(body), ...personFieldFaults(body)]
}

/** Faults of an update, as far as they can be found without the stored person. */
export function updatePersonFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const { identity_document: document } = body
  return [
    ...check(body, 'name', blankFault),
    ...check(body, 'name_latin', blankFault),
    ...check(body, 'citizenship', countryFault),
    ...(isObject(document) ? check(document, 'number', blankFault, ['identity_document']) : []),
  ]
}

/** Faults of fields that do not fit the role or the schema. Gets the person as it would be saved. */
export function personFieldFaults(person: Record<string, unknown>): Fault[] {
  const given = (key: string) => person[key] !== undefined && person[key] !== null
  const innFault = person.schema === 'Company' ? companyInnFault : personInnFault
  return [
    ...check(person, 'inn', innFault),
    ...ofPersons
      .filter((key) => person.schema === 'Company' && given(key))
      .map((key) => fault(['body', key], 'only_of_person')),
    ...ofOwners
      .filter((key) => person.role !== 'owner' && given(key))
      .map((key) => fault(['body', key], 'only_of_owner')),
  ]
}
