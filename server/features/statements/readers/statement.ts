import { madeVisible } from '../../../../contract/api/visible-text.ts'
import type {
  StatementDirection,
  StatementFormat,
  StatementParty,
  StatementWarning,
} from '../../../../contract/books/statements.ts'

/** A line as the file has it. Amounts are in the smallest unit of the currency. */
export interface ReadLine {
  account: string
  currency: string
  bookedOn: string
  direction: StatementDirection
  documentNumber: string
  amount: bigint
  payer: StatementParty
  receiver: StatementParty
  purpose: string
}

/** What a file says about one of its own accounts, and what its lines give. */
export interface ReadAccount {
  account: string
  currency: string
  from: string | null
  to: string | null
  opening: bigint | null
  closing: bigint | null
  received: bigint
  sent: bigint
}

/** What a file says about itself, once all of its lines were read. */
export interface ReadSummary {
  format: StatementFormat
  accounts: ReadAccount[]
  warnings: StatementWarning[]
}

/** Longest texts: twice what the formats allow. Longer ones are damage, not data. */
export const longest = { purpose: 4000, name: 1000, account: 34, bic: 11, documentNumber: 70 } as const

/** One line of visible text: banks wrap a purpose, and pad fields with spaces; what a payer wrote may hide something. */
export function tidy(given: string): string {
  const text = madeVisible(given)
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim()
}

/** An INN as it can be compared; banks write `0` or nothing for a payer without one. */
export function innOf(text: string | undefined): string | null {
  const digits = text?.trim() ?? ''
  return /^(\d{10}|\d{12})$/.test(digits) && !/^0+$/.test(digits) ? digits : null
}
