import type { Generated } from 'kysely'
import type { DocumentKind, RejectionReason } from '../../../contract/organizations/documents.ts'

/** The decision. Whether an approved document has expired is computed from its date. */
export type DecidedStatus = 'pending' | 'approved' | 'rejected'

export interface DocumentTables {
  documents: {
    organization_id: string
    kind: DocumentKind
    version: number
    status: DecidedStatus
    expires_on: string | null
    decision_id: string | null
    waiting_since: Generated<Date>
  }
  document_versions: {
    id: string
    organization_id: string
    kind: DocumentKind
    version: number
    file_name: string
    content_type: string
    size: number
    sha256: Buffer
    content_key: Buffer
    store: string
    number: string | null
    issued_on: string | null
    expires_on: string | null
    comment: string | null
    uploaded_by: string
    uploaded_by_person: boolean
    uploaded_at: Date
  }
  document_waiting_days: { since_on: string; documents: number }
  document_decisions: {
    id: string
    version_id: string
    status: DecidedStatus
    reason_code: RejectionReason | 'bank_details_changed' | null
    comment: string | null
    decided_by: string
    decided_at: Date
    recorded_at: Generated<Date | null>
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends DocumentTables {}
}
