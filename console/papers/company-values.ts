import { isObject } from '../../contract/api/common.ts'
import {
  type DeskCompanyResponse,
  UpdateDeskCompanyBody,
} from '../../contract/organizations/desk-companies.ts'
import { changes } from '../api/changes.ts'
import { withoutEmpty } from '../shared/forms/form-values.ts'

type Values = Record<string, unknown>

/** A sole trader signs as themselves, and has no director. */
export function isSoleTrader(inn: unknown): boolean {
  return typeof inn === 'string' && inn.length === 12
}

/** The body of a new company: fields that were left empty are not sent. */
export function newCompany(typed: Values): Values {
  const { director = {}, ...body } = withoutEmpty(tidy(typed))
  // An empty director is sent, so that what is missing is said at its fields.
  return isSoleTrader(typed.inn) ? body : { ...body, director }
}

/** The fields of a company that can be changed. */
export function valuesOf(company: DeskCompanyResponse): Values {
  const known = Object.keys(UpdateDeskCompanyBody.properties).filter((name) => name !== 'version')
  return Object.fromEntries(Object.entries(company).filter(([name]) => known.includes(name)))
}

/** Only what was changed. A changed object or list is sent completely. */
export function changesOf(typed: Values, base: DeskCompanyResponse): Values {
  const changed = changes(tidy(typed), tidy(valuesOf(base)))
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, isObject(value) ? filled(value) : value]),
  )
}

/** An object of which nothing is left is cleared. */
function filled(value: Values): Values | null {
  const kept = withoutEmpty(value)
  return Object.keys(kept).length > 0 ? kept : null
}

/** Accounts without what was left empty, and the rate as a number, however it was typed: `7,5 %`. */
function tidy(values: Values): Values {
  const { bank_accounts: accounts, vat } = values
  const rate = isObject(vat) && typeof vat.rate === 'string' && vat.rate.replaceAll(/[\s%]/g, '')
  return {
    ...values,
    ...(rate && { vat: { ...(vat as Values), rate: rate.replace(',', '.') } }),
    ...(Array.isArray(accounts) && {
      bank_accounts: accounts.map((account) => withoutEmpty(isObject(account) ? account : {})),
    }),
  }
}
