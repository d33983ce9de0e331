import type {
  StatementDirection,
  StatementFormat,
  StatementParty,
  StatementWarning,
} from '../../../../contract/statements.ts'

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

export interface ReadStatement {
  format: StatementFormat
  accounts: ReadAccount[]
  lines: ReadLine[]
  warnings: StatementWarning[]
}

/** Longest texts: twice what the formats allow. Longer ones are damage, not data. */
export const longest = { purpose: 4000, name: 1000, account: 34, bic: 11, documentNumber: 70 } as const

/** One line of text: banks wrap a purpose, and pad fields with spaces. */
export function tidy(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim()
}

/** An INN as it can be compared; banks write `0` or nothing for a payer without one. */
export function innOf(text: string | undefined): string | null {
  const digits = text?.trim() ?? ''
  return /^(\d{10}|\d{12})$/.test(digits) && !/^0+$/.test(digits) ? digits : null
}
