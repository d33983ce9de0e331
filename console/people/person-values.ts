import type { OrganizationPersonResponse } from '../../contract/organizations/organization-people.ts'
import { changes } from '../api/changes.ts'
import { withoutEmpty } from '../shared/forms/form-values.ts'

type Values = Record<string, unknown>

const fields = [
  'role',
  'name',
  'name_latin',
  'birth_date',
  'citizenship',
  'inn',
  'share',
  'parent_id',
] as const

/**
 * What the form of a person has. The number of the document is masked in responses, so that a document is entered as a
 * whole or kept.
 */
export function valuesOf(person: OrganizationPersonResponse): Values {
  return Object.fromEntries(fields.map((name) => [name, person[name]]))
}

/** Fields that only owners or only persons have are left out with the role or kind that has them. */
function fitting(typed: Values, schema: unknown): Values {
  const { share, parent_id, birth_date, identity_document, ...others } = typed
  return {
    ...others,
    ...(typed.role === 'owner' ? { share, parent_id } : {}),
    ...(schema === 'Person' ? { birth_date, identity_document } : {}),
  }
}

export function newPerson(typed: Values): Values {
  return withoutEmpty(fitting(typed, typed.schema))
}

/** Only what was changed; what the new role cannot have is cleared. */
export function changesOf(typed: Values, base: OrganizationPersonResponse): Values {
  const { identity_document: document, removes_document, ...typedFields } = typed
  const fitted = fitting(typedFields, base.schema)
  const before = valuesOf(base)
  const after = Object.fromEntries(fields.map((name) => [name, fitted[name] ?? null]))
  const given = withoutEmpty({ document: document ?? {} }).document
  return {
    ...changes(after, before),
    ...(removes_document === true ? { identity_document: null } : {}),
    ...(given !== undefined && base.schema === 'Person' ? { identity_document: given } : {}),
  }
}
