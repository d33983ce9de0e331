import { useTranslate } from 'react-admin'
import { type DeskBankAccount, type DeskVat, numberOf } from '../../contract/organizations/desk-companies.ts'

const own = [
  'director.name',
  'director.post',
  'accountant',
  'active',
  'organization_id',
  'bank_accounts',
  'latin_name',
  'latin_address',
  'vat',
  'vat.rate',
  'vat.ground',
  'vat.ground_en',
]
/** Those of an account that organizations do not have. */
const ownOfAccount = [
  'swift',
  'iban',
  'bank_latin_name',
  'bank_latin_address',
  'correspondent_bank',
  'without_statements',
]

/** The key of the name of a field, such as `bank_accounts.0.bik`. Most are the same as of an organization. */
export function fieldName(path: string): string {
  if (own.includes(path)) return `kontor.company_fields.${path.replace('.', '_')}`
  const [, ofAccount] = /^(?:bank_accounts\.\d+\.)?(.+)$/.exec(path) ?? []
  const isOwn = ownOfAccount.some((name) => ofAccount === name || ofAccount?.startsWith(`${name}.`))
  if (isOwn) return `kontor.company_fields.${ofAccount?.replace('.', '_')}`
  return `kontor.organization_fields.${path.split('.').at(-1)}`
}

/** The text of a value of a field, for a conflict of two people. */
export function useShownValue(): (path: string, value: unknown) => string {
  const translate = useTranslate()
  return (path, value) => {
    if (value === null || value === '') return translate('kontor.value_none')
    if (path === 'active') return translate(`kontor.company_state.${value ? 'active' : 'inactive'}`)
    if (path === 'vat') return vatText(value as DeskVat)
    if (!Array.isArray(value)) return String(value)
    return (value as DeskBankAccount[])
      .map((account) =>
        [numberOf(account), account.currency, account.bik ?? account.swift].filter(Boolean).join(' '),
      )
      .join(', ')
  }
}

/** `20 %`, or the legal ground. */
export function vatText({ rate, ground }: DeskVat): string {
  return rate === null ? (ground ?? '') : `${rate}\u00a0%`
}
