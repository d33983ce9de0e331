import type { OrganizationRow } from '../organizations/organization-records.ts'
import type { PersonRow } from './people-tables.ts'

/**
 * `director` and `contact` of the organization show the first person of the role. They have fields that people lack
 * (post, e-mail, telephone): those stay while it is the same person, and are cleared with another one.
 */
export interface ShownChange {
  before: PersonRow | undefined
  after: PersonRow | undefined
}

export function shownDirector(
  shown: OrganizationRow['director'],
  { before, after }: ShownChange,
): OrganizationRow['director'] {
  if (!after) return null
  // The interface knows directors with the INN of a person only.
  const inn = after.schema === 'Person' ? after.inn : null
  if (before?.id === after.id) {
    return {
      name: after.name,
      post: shown?.post ?? null,
      inn: before.inn === after.inn ? (shown?.inn ?? null) : inn,
    }
  }
  const isSame = shown?.name === after.name
  return { name: after.name, post: isSame ? shown.post : null, inn: inn ?? (isSame ? shown.inn : null) }
}

export function shownContact(
  shown: OrganizationRow['contact'],
  { before, after }: ShownChange,
): OrganizationRow['contact'] {
  if (!after) return null
  const isSame = before?.id === after.id || (!before && (shown?.name ?? after.name) === after.name)
  return {
    name: after.name,
    email: isSame ? (shown?.email ?? null) : null,
    phone: isSame ? (shown?.phone ?? null) : null,
  }
}

type Described = Pick<PersonRow, 'name' | 'inn' | 'name_latin' | 'birth_date' | 'citizenship'> &
  Pick<PersonRow, 'document_type' | 'document_number' | 'document_number_masked' | 'document_issued_on'>

/**
 * The first person after `director` or `contact` of the organization was set. Another name without the same INN is
 * somebody else, of whom nothing more is known; a misspelt name is corrected among the people.
 */
export function describedAs(person: PersonRow, name: string, inn: string | null): Described {
  const isSame = person.name === name || (inn !== null && person.inn === inn)
  if (isSame) return { ...person, name, inn }
  return {
    name,
    inn,
    name_latin: null,
    birth_date: null,
    citizenship: null,
    document_type: null,
    document_number: null,
    document_number_masked: null,
    document_issued_on: null,
  }
}
