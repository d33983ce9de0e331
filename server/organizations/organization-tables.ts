import type { ColumnType, GeneratedAlways } from 'kysely'

/** What the summary of documents needs of one filled slot. Whether it has expired depends on the day of the reader. */
export type DocumentSlot = { status: 'pending' | 'approved' | 'rejected'; expires_on: string | null }

type WithDefault<T> = ColumnType<T, T | undefined, T>
// A calendar day has no time zone: it enters and leaves as YYYY-MM-DD, read with a cast to text.
type Day = ColumnType<string | null, string | null | undefined, string | null>
type Json<T> = ColumnType<T, string | null | undefined, string | null>

export interface OrganizationTables {
  organizations: {
    id: string
    /** A bigint: the driver gives text. */
    seq: GeneratedAlways<string>
    type: 'legal' | 'individual'
    inn: string
    ogrn: string
    kpp: string | null
    full_name: string
    short_name: string | null
    registry_status: 'active' | 'liquidating' | 'liquidated' | 'bankrupt' | 'reorganizing' | 'unknown'
    registration_date: Day
    liquidation_date: Day
    legal_address: string | null
    actual_address: string | null
    okved_main: string | null
    director: Json<{ name: string; post: string | null; inn: string | null } | null>
    contact: Json<{ name: string | null; email: string | null; phone: string | null } | null>
    bank_details: Json<{
      bik: string
      bank_name: string | null
      settlement_account: string
      correspondent_account: string | null
      currency: string
    } | null>
    kyb_status: WithDefault<'new' | 'in_review' | 'approved' | 'rejected' | 'suspended'>
    kyb_reason: string | null
    document_slots: ColumnType<Record<string, DocumentSlot>, string | undefined, string>
    wallets_count: WithDefault<number>
    external_id: string | null
    notes: string | null
    source: 'manual' | 'register'
    version: WithDefault<number>
    created_at: Date
    updated_at: Date
    created_by: string
  }
  organization_counter: { singleton: WithDefault<boolean>; total: ColumnType<string, string, string> }
}
