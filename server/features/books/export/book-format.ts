export interface ExportedEntry {
  account: string
  commodity: string
  /** Smallest units. */
  amount: string
  /** In opening balances: whose account it is. */
  client?: Client | null
}

/** The organization, as it is called now. */
export interface Client {
  name: string | null
  inn: string | null
}

export interface ExportedAccount {
  account: string
  /** Whose account it is; null if it is one of the desk. */
  client: Client | null
}

export interface ExportedPosting {
  id: string
  seq: number
  /** `2026-01-31` */
  day: string
  kind: string
  /** Null for what concerns the desk alone. */
  organization_id: string | null
  client: Client
  request_id: string | null
  fact_type: string
  fact_id: string
  reverses: string | null
  /** Whether its reversal, or what it reverses, is of the same day. */
  is_undone: boolean
  description: string
  posted_at: Date
  entries: ExportedEntry[]
}

/** Renders the parts of an export, in this order. Every part ends with its last line. */
export interface BookFormatter {
  /** The top of the file. */
  head(commodities: readonly string[]): string
  accounts(accounts: readonly ExportedAccount[]): string
  /** Before the entries of the opening balances, if there are any. */
  openingHead(day: string): string
  openingEntries(day: string, entries: readonly ExportedEntry[]): string
  posting(posting: ExportedPosting): string
}

/** Where the income of earlier periods is at the beginning of a later one. */
export const openingAccount = 'equity:opening'

export const openingText = 'Opening balances'
