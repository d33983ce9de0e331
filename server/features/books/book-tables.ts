import type { GeneratedAlways } from 'kysely'

export interface BookTables {
  book_postings: {
    id: string
    seq: GeneratedAlways<number>
    kind: string
    organization_id: string
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
  client_balances: { organization_id: string; commodity: string; balance: string }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends BookTables {}
}
