import { isObject } from './common.ts'
import { type Fault, fault } from './faults.ts'
import { innFault } from './identifiers.ts'
import {
  bankFaults,
  blankFault,
  check,
  requisitesFaults,
  requisitesOfInnFaults,
} from './organization-rules.ts'

/** Faults of a new company of the desk. Gets the raw body; values of the wrong type are skipped. */
export function createDeskCompanyFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const faults = updateDeskCompanyFaults(body)
  if (typeof body.inn !== 'string') return faults
  const code = innFault(body.inn)
  if (code) return [fault(['body', 'inn'], code), ...faults]
  return [...faults, ...requisitesOfInnFaults(body.inn, body)]
}

/** Faults of an update, as far as they can be found without the stored company. */
export function updateDeskCompanyFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const { director, bank_accounts: accounts } = body
  return [
    ...requisitesFaults(body),
    ...check(body, 'legal_address', blankFault),
    ...check(body, 'accountant', blankFault),
    ...(isObject(director) ? check(director, 'name', blankFault, ['director']) : []),
    ...(isObject(director) ? check(director, 'post', blankFault, ['director']) : []),
    ...(Array.isArray(accounts) ? accountsFaults(accounts) : []),
  ]
}

function accountsFaults(accounts: unknown[]): Fault[] {
  const numbers = accounts.map((account) => isObject(account) && account.settlement_account)
  return accounts.filter(isObject).flatMap((account, index) => {
    const path = ['bank_accounts', index]
    const isRepeated = numbers.indexOf(account.settlement_account as string) < index
    return [
      ...bankFaults(account, path),
      ...check(account, 'bank_name', blankFault, path),
      ...(isRepeated ? [fault(['body', ...path, 'settlement_account'], 'repeated_item')] : []),
    ]
  })
}
