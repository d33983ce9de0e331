import type { ColumnType, GeneratedAlways, Selectable } from 'kysely'
import type { DocumentSlots } from '../../../contract/organizations/documents-summary.ts'
import type { KybWarning, OrganizationResponse } from '../../../contract/organizations/organizations.ts'

type WithDefault<T> = ColumnType<T, T | undefined, T>

/** The fields of the response whose column has the same name and type. The driver writes objects as JSON. */
type SameInColumn = Omit<
  OrganizationResponse,
  | 'documents_summary'
  | 'kyb_status'
  | 'kyb_warnings'
  | 'wallets_count'
  | 'own'
  | 'version'
  | 'created_at'
  | 'updated_at'
>

/** What payers are compared with. */
export interface ApprovedAs {
  full_name: string
  short_name: string | null
  settlement_account: string | null
}

export interface OrganizationTables {
  organizations: SameInColumn & {
    seq: GeneratedAlways<number>
    kyb_status: WithDefault<OrganizationResponse['kyb_status']>
    kyb_warnings: WithDefault<KybWarning[]>
    approved_as: WithDefault<ApprovedAs | null>
    document_slots: WithDefault<DocumentSlots>
    wallets_count: WithDefault<number>
    own: WithDefault<boolean>
    version: WithDefault<number>
    created_at: Date
    updated_at: Date
  }
  own_organizations: {
    organization_id: string
    company_id: string
    named_at: Date
    proof: Buffer | null
    proof_revision: number
  }
  organization_kyb_counts: { kyb_status: string; count: number }
  organization_kyb_days: { kyb_status: string; since_on: string; organizations: number }
  organization_responses: { seq: number; format: string; stale_on: string | null; response: string }
  organization_counter: { singleton: GeneratedAlways<boolean>; total: number }
  organization_search: {
    seq: number
    names: string
    inn: string
    ogrn: string
    external_id: string | null
  }
  organization_gram_counts: { gram: string; rows: number }
  organization_gram_sample: { singleton: GeneratedAlways<boolean>; total: number; sampled: number }
}

export type OrganizationRow = Selectable<OrganizationTables['organizations']>

declare module '../../platform/db/database.ts' {
  interface Tables extends OrganizationTables {}
}
