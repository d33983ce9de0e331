import { isObject } from '../api/common.ts'
import { type Fault, fault, missing } from '../api/faults.ts'
import { currencyByNumber } from '../money/account-currency.ts'
import { ibanFault, innFault, latinFault, swiftFault, typeOfInn } from '../values/identifiers.ts'
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
  const lacksDirector = body.director === undefined && typeOfInn(body.inn) === 'legal'
  return [
    ...faults,
    ...requisitesOfInnFaults(body.inn, body),
    ...(lacksDirector ? [missing(['body', 'director'])] : []),
  ]
}

/** Faults of an update, as far as they can be found without the stored company. */
export function updateDeskCompanyFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const { director, vat, bank_accounts: accounts } = body
  return [
    ...requisitesFaults(body),
    ...check(body, 'legal_address', blankFault),
    ...check(body, 'latin_name', latinFault),
    ...check(body, 'latin_address', latinFault),
    ...check(body, 'accountant', blankFault),
    ...(isObject(vat) ? vatFaults(vat) : []),
    ...(isObject(director) ? check(director, 'name', blankFault, ['director']) : []),
    ...(isObject(director) ? check(director, 'post', blankFault, ['director']) : []),
    ...(Array.isArray(accounts) ? accountsFaults(accounts) : []),
  ]
}

type Fields = Record<string, unknown>
type Path = readonly (string | number)[]

function accountsFaults(accounts: unknown[]): Fault[] {
  const numbers = accounts.map((account) => isObject(account) && account.settlement_account)
  return accounts.filter(isObject).flatMap((account, index) => {
    const path = ['bank_accounts', index]
    const isRepeated =
      isString(account.settlement_account) && numbers.indexOf(account.settlement_account) < index
    const isRepeatedIban = accounts
      .slice(0, index)
      .some((other) => isObject(other) && isSameIban(other, account))
    return [
      // A bank that has no BIK is not Russian, and neither is the account.
      ...(isString(account.bik) ? bankFaults(account, path) : []),
      ...formOfAccountFaults(account, path),
      ...check(account, 'bank_name', blankFault, path),
      ...(isRepeated ? [fault(['body', ...path, 'settlement_account'], 'repeated_item')] : []),
      ...(isRepeatedIban ? [fault(['body', ...path, 'iban'], 'repeated_item')] : []),
      ...currencyFaults(account, path),
      ...foreignFaults(account, path),
    ]
  })
}

/** With a bank in Russia: BIK and account. With another one: SWIFT code, and an IBAN or account. */
function formOfAccountFaults(account: Fields, path: Path): Fault[] {
  const at = (key: string) => ['body', ...path, key]
  const isIn = (key: string) => account[key] !== undefined && account[key] !== null
  const needsAccount = isIn('bik') || !isIn('iban')
  return [
    ...(isIn('bik') || isIn('swift') ? [] : [missing(at('bik'))]),
    ...(needsAccount && !isIn('settlement_account') ? [missing(at('settlement_account'))] : []),
  ]
}

/** The number of an account with a bank in Russia says its currency. */
function currencyFaults(account: Fields, path: Path): Fault[] {
  const currency = currencyByNumber(account)
  if (currency === undefined || !isString(account.currency) || account.currency === currency) return []
  return [fault(['body', ...path, 'currency'], 'account_currency', { currency })]
}

/** What is used for payments from abroad. */
function foreignFaults(account: Fields, path: Path): Fault[] {
  const { correspondent_bank: correspondent } = account
  const nested = [...path, 'correspondent_bank']
  return [
    ...check(account, 'swift', swiftFault, path),
    ...check(account, 'iban', ibanFault, path),
    ...check(account, 'bank_latin_name', latinFault, path),
    ...check(account, 'bank_latin_address', latinFault, path),
    ...(isObject(correspondent) ? check(correspondent, 'name', latinFault, nested) : []),
    ...(isObject(correspondent) ? check(correspondent, 'swift', swiftFault, nested) : []),
    ...(isObject(correspondent) ? check(correspondent, 'account', latinFault, nested) : []),
  ]
}

/** An account with an IBAN can hold several currencies. */
function isSameIban(one: Fields, other: Fields): boolean {
  const currencyOf = ({ currency = 'RUB' }: Fields) => currency
  return isString(one.iban) && one.iban === other.iban && currencyOf(one) === currencyOf(other)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/** A rate says everything; without one there is a legal ground. */
function vatFaults(vat: Fields): Fault[] {
  const isIn = (key: string) => vat[key] !== undefined && vat[key] !== null
  if (!isIn('rate')) {
    const grounds = [
      ...check(vat, 'ground', blankFault, ['vat']),
      ...check(vat, 'ground_en', latinFault, ['vat']),
    ]
    return isIn('ground') ? grounds : [missing(['body', 'vat', 'ground']), ...grounds]
  }
  return ['ground', 'ground_en'].filter(isIn).map((key) => fault(['body', 'vat', key], 'ground_with_rate'))
}
