import type { ColumnType, GeneratedAlways } from 'kysely'

export interface BookTables {
  book_postings: {
    id: string
    seq: GeneratedAlways<number>
    kind: string
    organization_id: string | null
    request_id: string | null
    fact_type: string
    fact_id: string
    reverses: string | null
    description: string
    at: Date
    day: string
    posted_at: Date
    entries: number
  }
  book_entries: { posting_id: string; n: number; account: string; commodity: string; amount: string }
  book_accounts: { account: string; commodity: string }
  coin_balances: { account: string; commodity: string; balance: string }
  coin_balance_changes: { seq: GeneratedAlways<number>; account: string; commodity: string; amount: string }
  client_balances: { organization_id: string; commodity: string; balance: string }
  book_closings: {
    version: number
    kind: 'close' | 'reopen'
    through: string | null
    reason: string | null
    open_items: ColumnType<Record<string, number>, Record<string, number> | string>
    trial_balance: string | null
    changed_at: Date
    changed_by: string | null
    changed_by_name: string
    proof: Buffer | null
    proof_revision: number
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends BookTables {}
}
