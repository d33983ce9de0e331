import type { PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'

/** Everything that a reconciliation act says. Amounts are decimal numbers without a sign; empty where there is none. */
export interface ReconciliationContent {
  paper: 'reconciliation'
  language: PaperLanguage
  from: string
  to: string
  made_at: string
  currency: string
  desk: ReconciledParty
  client: ReconciledParty
  contract: string | null
  opening: Sides
  documents: ({ day: string; name: string } & Sides)[]
  turnover: Sides
  closing: Sides
  /** Who owes how much at the end, in a sentence. */
  result: string
}

export interface ReconciledParty {
  full_name: string
  inn: string | null
  signatory: { name: string | null; post: string }
}

/** By the books of the desk: a debit is what the client owes, or got; a credit what the desk owes, or got. */
export interface Sides {
  debit: string
  credit: string
}
