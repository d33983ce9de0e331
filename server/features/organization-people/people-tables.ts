import type { Selectable } from 'kysely'
import type {
  IdentityDocumentResponse,
  OrganizationPersonResponse,
} from '../../../contract/organizations/organization-people.ts'

/** The fields of the response whose column has the same name and type. */
type SameInColumn = Omit<OrganizationPersonResponse, 'identity_document' | 'created_at' | 'updated_at'>

export interface PeopleTables {
  organization_people: SameInColumn & {
    document_type: IdentityDocumentResponse['type'] | null
    /** Sealed by the vault. */
    document_number: Buffer | null
    document_number_masked: string | null
    document_issued_on: string | null
    created_at: Date
    updated_at: Date
  }
}

export type PersonRow = Selectable<PeopleTables['organization_people']>

declare module '../../platform/db/database.ts' {
  interface Tables extends PeopleTables {}
}
