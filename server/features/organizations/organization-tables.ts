import type { ColumnType, GeneratedAlways } from 'kysely'
import type { DocumentSlots } from '../../../contract/documents-summary.ts'
import type {
  KybStatus,
  OrganizationResponse,
  OrganizationType,
  RegistryStatus,
} from '../../../contract/organizations.ts'

type WithDefault<T> = ColumnType<T, T | undefined, T>
// A calendar day has no time zone: it enters and leaves as YYYY-MM-DD.
type Day = ColumnType<string | null, string | null | undefined, string | null>
// The driver writes objects as JSON.
type Json<T> = ColumnType<T, T | undefined, T>

export interface OrganizationTables {
  organizations: {
    id: string
    seq: GeneratedAlways<number>
    type: OrganizationType
    inn: string
    ogrn: string
    kpp: string | null
    full_name: string
    short_name: string | null
    registry_status: RegistryStatus
    registration_date: Day
    liquidation_date: Day
    legal_address: string | null
    actual_address: string | null
    okved_main: string | null
    director: Json<OrganizationResponse['director']>
    contact: Json<OrganizationResponse['contact']>
    bank_details: Json<OrganizationResponse['bank_details']>
    kyb_status: WithDefault<KybStatus>
    kyb_reason: string | null
    document_slots: Json<DocumentSlots>
    wallets_count: WithDefault<number>
    external_id: string | null
    notes: string | null
    source: OrganizationResponse['source']
    version: WithDefault<number>
    created_at: Date
    updated_at: Date
    created_by: string
  }
  organization_kyb_counts: { kyb_status: string; count: number }
  organization_counter: { singleton: GeneratedAlways<boolean>; total: number }
  organization_search: {
    seq: number
    names: string
    inn: string
    ogrn: string
    external_id: string | null
  }
  organization_gram_counts: { gram: string; rows: number }
  organization_gram_sample: { singleton: GeneratedAlways<boolean>; total: number }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends OrganizationTables {}
}
