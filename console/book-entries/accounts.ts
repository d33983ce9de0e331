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

/** Accounts with a part of their own, and those that only programs post on. */
const otherAccounts = {
  unreconciled: 'assets:bank:unreconciled',
  bank: 'assets:bank',
  coins: 'assets:coins',
  revaluation: 'assets:revaluation',
  client: 'liabilities:client',
  counterparty: 'liabilities:counterparty',
  vat: 'liabilities:vat',
  trading: 'equity:trading',
  trading_result: 'income:trading',
  conversion: 'equity:conversion',
  exchange_difference: 'income:exchange',
  network_fee: 'expenses:network',
} as const
export type NamedAccount = PlainAccount | keyof typeof otherAccounts

const names = Object.entries({ ...otherAccounts, ...plainAccounts }) as [NamedAccount, string][]

/**
 * What the name of an account says: which kind it is, and whose or what it is of. Of a difference, `revalued` is the account
 * that it belongs to. Undefined for names that mean nothing here. The beginnings of names are kinds without a detail.
 */
export function namedAccount(
  account: string,
): { name: NamedAccount; detail: string; revalued?: string } | undefined {
  const found = names.find(([, prefix]) => account === prefix || account.startsWith(`${prefix}:`))
  if (!found) return undefined
  const [name] = found
  const [, , first = '', second] = account.split(':')
  if (name === 'revaluation') {
    if (first === '') return { name, detail: '' }
    const rest = account.split(':').slice(2).join(':')
    const sides = [`assets:${rest}`, `liabilities:${rest}`]
    const revalued = sides.find((side) => namedAccount(side)) ?? rest
    return { name, detail: '', revalued }
  }
  if (name === 'coins') return { name, detail: [second, first].filter(Boolean).join(' · ') }
  const hasDetail = name === 'bank' || name === 'client' || name === 'counterparty' || name === 'vat'
  return { name, detail: hasDetail ? decodeURIComponent(first) : '' }
}
