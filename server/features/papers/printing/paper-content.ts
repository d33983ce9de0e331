import type { DeskBankAccount, DeskSignatory } from '../../../../contract/desk-companies.ts'
import type { PaperKind, PaperLanguage } from '../../../../contract/papers.ts'

/**
 * Everything that a paper says, as it was when the paper was issued. It is committed with the number, and the PDF is made
 * from it alone, so that making it again gives the same bytes. Amounts are decimal numbers.
 */
export interface PaperContent {
  /** The layout and the labels. A new layout gets a new number, and older papers keep theirs. */
  template: 1
  kind: PaperKind
  language: PaperLanguage
  number: string
  /** The day in Moscow: `2026-01-31`. */
  issued_on: string
  issued_at: string
  seller: PaperSeller
  buyer: PaperBuyer
  deal: PaperDeal
  lines: PaperLine[]
  currency: string
  total: string
  total_in_words: string
  /** The text of the payment QR code, and what it gives as the purpose of the payment. */
  payment_qr: string | null
  purpose: string | null
}

export interface PaperSeller {
  full_name: string
  short_name: string
  inn: string
  kpp: string | null
  ogrn: string
  legal_address: string
  director: DeskSignatory
  accountant: string | null
  /** Null on an act of a company without an account in the currency. */
  account: DeskBankAccount | null
}

export interface PaperBuyer {
  full_name: string
  inn: string | null
  kpp: string | null
  ogrn: string | null
  /** Of a foreign company. Papers from before there were any have no such key. */
  registration_number?: string | null
  legal_address: string | null
  director: { name: string; post: string | null } | null
}

export interface PaperDeal {
  number: string
  asset: string
  network: string
  crypto_amount: string
  destination: string | null
  /** On an act. */
  transactions: { tx_hash: string; amount: string }[]
}

export interface PaperLine {
  item: 'asset' | 'fee'
  quantity: string
  /** Null for one piece. */
  unit: string | null
  price: string
  amount: string
}
