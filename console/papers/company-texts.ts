import { useTranslate } from 'react-admin'
import type { DeskBankAccount } from '../../contract/desk-companies.ts'

const own = ['director.name', 'director.post', 'accountant', 'active', 'bank_accounts']

/** The key of the name of a field, such as `bank_accounts.0.bik`. Most are the same as of an organization. */
export function fieldName(path: string): string {
  if (own.includes(path)) return `kontor.company_fields.${path.replace('.', '_')}`
  return `kontor.organization_fields.${path.split('.').at(-1)}`
}

/** The text of a value of a field, for a conflict of two people. */
export function useShownValue(): (path: string, value: unknown) => string {
  const translate = useTranslate()
  return (path, value) => {
    if (value === null || value === '') return translate('kontor.value_none')
    if (path === 'active') return translate(`kontor.company_state.${value ? 'active' : 'inactive'}`)
    if (!Array.isArray(value)) return String(value)
    return (value as DeskBankAccount[])
      .map(({ settlement_account, currency, bik }) =>
        [settlement_account, currency, bik].filter(Boolean).join(' '),
      )
      .join(', ')
  }
}
