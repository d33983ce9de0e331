import type { DeskSignatory, PrintedBankAccount } from '../../../../contract/organizations/desk-companies.ts'
import type { PaperKind, PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'

/**
 * Everything that a paper says, as it was when the paper was issued. It is committed with the number, and the PDF is made
 * from it alone, so that making it again gives the same bytes. Amounts are decimal numbers.
 */
export interface PaperContent {
  /** The layout and the labels. A new layout gets a new number, and older papers keep theirs. */
  template: 2
  kind: PaperKind
  language: PaperLanguage
  number: string
  /** `2026-01-31` */
  issued_on: string
  issued_at: string
  seller: PaperSeller
  buyer: PaperBuyer
  deal: PaperDeal
  lines: PaperLine[]
  currency: string
  /** What the lines sum to. */
  price: string
  /** On an invoice: what was paid before and not paid back; null if nothing was. */
  received: string | null
  /** What an invoice asks for, or what an act is about. */
  total: string
  /** Whether an invoice asks for less than is due. */
  is_advance: boolean
  total_in_words: string
  vat: PaperVat | null
  /** The text of the payment QR code, and what a payer gives as the purpose of the payment. */
  payment_qr: string | null
  purpose: string | null
}

interface PaperParty {
  full_name: string
  inn: string | null
  kpp: string | null
  ogrn: string | null
  legal_address: string | null
  /** Who signs; a sole trader signs as themselves. Without a name there is a line for it. */
  signatory: { name: string | null; post: string }
}

export interface PaperSeller extends PaperParty {
  short_name: string
  latin_name: string | null
  latin_address: string | null
  inn: string
  signatory: DeskSignatory
  accountant: string | null
  /** Null on an act. */
  account: PrintedBankAccount | null
  /** Whether the payment comes from abroad or in another currency: then the account is named as banks abroad need it. */
  is_paid_from_abroad: boolean
}

export interface PaperBuyer extends PaperParty {
  /** Of a foreign company. */
  registration_number: string | null
  /** The name of its country, in the language of the paper. */
  country: string
}

export interface PaperVat {
  /** In percent; null without VAT. */
  rate: string | null
  /** What is in the total; null without a rate. */
  amount: string | null
  /** Without a rate: the legal ground, in the language of the paper. */
  ground: string | null
}

export interface PaperDeal {
  number: string
  /** The contract with the buyer, in the language of the paper; papers from before there was this have none. */
  contract?: string | null
  asset: string
  network: string
  crypto_amount: string
  destination: string | null
  /** On an act. */
  transactions: { tx_hash: string; amount: string }[]
  /** On an act: payers other than the buyer, whose payments were accepted. */
  third_parties: string[]
}

export interface PaperLine {
  item: 'asset' | 'fee'
  quantity: string
  /** Null for one piece. */
  unit: string | null
  price: string
  amount: string
}
