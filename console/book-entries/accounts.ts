import type { DeskBankAccount } from '../../contract/organizations/desk-companies.ts'

/**
 * The accounts that people choose for an entry: what stands in a field, and the account of the books that it is. Bank accounts
 * are named by their number; the account of a client needs the client.
 */
export const plainAccounts = {
  opening: 'equity:opening',
  transit: 'assets:transit',
  exchange: 'assets:exchange',
  tax: 'liabilities:tax',
  supplier: 'liabilities:supplier',
  loan: 'liabilities:loan',
  other_debt: 'liabilities:other',
  bank_fee: 'expenses:bank',
  other_expense: 'expenses:other',
  other_income: 'income:other',
  fee: 'income:fee',
} as const
export type PlainAccount = keyof typeof plainAccounts

export const plainAccountNames = Object.keys(plainAccounts) as PlainAccount[]

export const clientAccount = 'client'
const bankPrefix = 'bank:'

export const bankChoice = (number: string) => bankPrefix + number

/** The number of a bank account as the books name it: without the groups that people write. */
export function numberInBooks({
  iban,
  settlement_account,
}: Pick<DeskBankAccount, 'iban' | 'settlement_account'>) {
  return (settlement_account ?? iban ?? '').replaceAll(/[ ./-]/g, '')
}

/** The account of the books that was chosen. */
export function bookAccount(chosen: string, currency: string, organizationId: string | undefined): string {
  if (chosen.startsWith(bankPrefix)) return `assets:bank:${chosen.slice(bankPrefix.length)}`
  if (chosen === clientAccount) return `liabilities:client:${organizationId ?? ''}:${currency}`
  return `${plainAccounts[chosen as PlainAccount]}:${currency}`
}

/** What was chosen, by the account of the books; undefined for an account that only programs post on. */
export function choiceOf(account: string): { choice: string; detail: string } | undefined {
  if (account.startsWith('assets:bank:')) {
    const number = decodeURIComponent(account.slice('assets:bank:'.length))
    return { choice: bankPrefix, detail: number }
  }
  if (account.startsWith('liabilities:client:'))
    return { choice: clientAccount, detail: account.split(':')[2] ?? '' }
  const plain = plainAccountNames.find((name) => account.startsWith(`${plainAccounts[name]}:`))
  return plain && { choice: plain, detail: '' }
}
