import type { DeskSignatory } from '../../../../contract/organizations/desk-companies.ts'
import type { PaperKind, PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'
import type { PaperLine } from './paper-content.ts'

/** What papers of template 1 say. They were issued before VAT, advances and payments from abroad; no new ones are. */
export interface FirstPaperContent {
  template: 1
  kind: PaperKind
  language: PaperLanguage
  number: string
  /** `2026-01-31` */
  issued_on: string
  issued_at: string
  seller: FirstSeller
  buyer: FirstBuyer
  deal: FirstDeal
  lines: PaperLine[]
  currency: string
  total: string
  total_in_words: string
  /** The text of the payment QR code, and what it gives as the purpose of the payment. */
  payment_qr: string | null
  purpose: string | null
}

export interface FirstSeller {
  full_name: string
  short_name: string
  inn: string
  kpp: string | null
  ogrn: string
  legal_address: string
  director: DeskSignatory
  accountant: string | null
  /** Null on an act of a company without an account in the currency. */
  account: {
    settlement_account: string
    bik: string
    bank_name: string
    correspondent_account: string | null
    currency: string
  } | null
}

export interface FirstBuyer {
  full_name: string
  inn: string | null
  kpp: string | null
  ogrn: string | null
  /** Of a foreign company. Papers from before there were any have no such key. */
  registration_number?: string | null
  legal_address: string | null
  director: { name: string; post: string | null } | null
}

export interface FirstDeal {
  number: string
  asset: string
  network: string
  crypto_amount: string
  destination: string | null
  /** On an act. */
  transactions: { tx_hash: string; amount: string }[]
}
