import type { OrganizationPersonResponse } from '../../../contract/organizations/organization-people.ts'
import type { PersonRow } from './people-tables.ts'

/** A person as the API shows it: the number of the identity document is masked. */
export function toPerson(row: PersonRow): OrganizationPersonResponse {
  const { document_number: _, document_type, document_number_masked, document_issued_on, ...fields } = row
  return {
    ...fields,
    identity_document:
      document_type === null
        ? null
        : {
            type: document_type,
            number: document_number_masked ?? '',
            issued_on: document_issued_on,
          },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
