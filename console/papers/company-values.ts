import { isObject } from '../../contract/common.ts'
import { type DeskCompanyResponse, UpdateDeskCompanyBody } from '../../contract/desk-companies.ts'
import { changes } from '../api/changes.ts'
import { withoutEmpty } from '../shared/form-values.ts'

type Values = Record<string, unknown>

/** The body of a new company: fields that were left empty are not sent. */
export function newCompany(typed: Values): Values {
  return withoutEmpty(withAccounts(typed))
}

/** The fields of a company that can be changed. */
export function valuesOf(company: DeskCompanyResponse): Values {
  const known = Object.keys(UpdateDeskCompanyBody.properties).filter((name) => name !== 'version')
  return Object.fromEntries(Object.entries(company).filter(([name]) => known.includes(name)))
}

/** Only what was changed. A changed object or list is sent completely. */
export function changesOf(typed: Values, base: DeskCompanyResponse): Values {
  const changed = changes(withAccounts(typed), withAccounts(valuesOf(base)))
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, isObject(value) ? withoutEmpty(value) : value]),
  )
}

function withAccounts(values: Values): Values {
  const { bank_accounts: accounts } = values
  if (!Array.isArray(accounts)) return values
  return {
    ...values,
    bank_accounts: accounts.map((account) => withoutEmpty(isObject(account) ? account : {})),
  }
}
