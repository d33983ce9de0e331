import type { PlainRuleCode } from '../api/faults.ts'
import { isCountryCode } from './countries.ts'

/**
 * Checks of Russian identifiers. Each `…Fault` function returns the code of the fault, or null if the value is valid.
 * The check digits follow the regulations of the tax service (INN, OGRN) and of the central bank (accounts).
 */

/** Weights of the digits before each check digit. */
const companyInnWeights = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const personInnWeights = [
  [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
]

export type PartyType = 'legal' | 'individual'

/** How the INN of a foreign company starts. */
const foreignInnStart = '9909'

/** A company has an INN of 10 digits, a sole trader one of 12. */
export function typeOfInn(inn: string): PartyType {
  return inn.length === 10 ? 'legal' : 'individual'
}

/** The INN that starts with these 9 (company) or 10 (person) digits. */
export function completeInn(digits: string): string {
  if (digits.length === companyInnWeights.length) return digits + weighted(digits, companyInnWeights)
  return personInnWeights.reduce((inn, weights) => inn + weighted(inn, weights), digits)
}

/** The OGRN (for 12 digits) or OGRNIP (for 14 digits) that starts with these digits. */
export function completeOgrn(digits: string): string {
  return digits + (remainder(digits, digits.length - 1) % 10)
}

export function innFault(inn: string): PlainRuleCode | null {
  if (!/^([0-9]{10}|[0-9]{12})$/.test(inn)) return 'inn_length'
  return checkDigitsOfInnFault(inn)
}

export function personInnFault(inn: string): PlainRuleCode | null {
  if (!/^[0-9]{12}$/.test(inn)) return 'person_inn_length'
  return checkDigitsOfInnFault(inn)
}

export function companyInnFault(inn: string): PlainRuleCode | null {
  if (!/^[0-9]{10}$/.test(inn)) return 'company_inn_length'
  return checkDigitsOfInnFault(inn)
}

/** A foreign company may have an INN as a taxpayer, or none. */
export function foreignInnFault(inn: string): PlainRuleCode | null {
  if (!/^[0-9]{10}$/.test(inn) || !inn.startsWith(foreignInnStart)) return 'foreign_inn_start'
  return checkDigitsOfInnFault(inn)
}

/** ISO 17442: the whole code, letters as numbers from 10 on, leaves 1 when divided by 97 (ISO 7064). */
export function leiFault(lei: string): PlainRuleCode | null {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(lei)) return 'lei_format'
  const digits = [...lei].map((sign) => Number.parseInt(sign, 36)).join('')
  return remainder(digits, 97) === 1 ? null : 'lei_check_digit'
}

/** ISO 13616: the first four signs moved to the end, letters as numbers from 10 on, leave 1 when divided by 97. */
export function ibanFault(iban: string): PlainRuleCode | null {
  if (!/^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$/.test(iban) || !isCountryCode(iban.slice(0, 2)))
    return 'iban_format'
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = [...moved].map((sign) => Number.parseInt(sign, 36)).join('')
  return remainder(digits, 97) === 1 ? null : 'iban_check_digit'
}

/** ISO 9362: four signs of the bank, its country, two signs of the place, and three of a branch. */
export function swiftFault(code: string): PlainRuleCode | null {
  const isFormed = /^[0-9A-Z]{4}[A-Z]{2}[0-9A-Z]{2}([0-9A-Z]{3})?$/.test(code)
  return isFormed && isCountryCode(code.slice(4, 6)) ? null : 'swift_format'
}

/** Text that banks abroad and readers of English can read: no letters but Latin ones. */
export function latinFault(text: string): PlainRuleCode | null {
  if (text.trim() === '') return 'blank'
  return /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+$/u.test(text) ? null : 'not_latin'
}

export function ogrnFault(ogrn: string): PlainRuleCode | null {
  if (!/^([0-9]{13}|[0-9]{15})$/.test(ogrn)) {
    return 'ogrn_length'
  }
  if (ogrn.length === 13 && !/^[15]/.test(ogrn)) return 'company_ogrn_start'
  if (ogrn.length === 15 && !/^3/.test(ogrn)) return 'sole_trader_ogrn_start'
  return completeOgrn(ogrn.slice(0, -1)) === ogrn ? null : 'ogrn_check_digit'
}

export function kppFault(kpp: string): PlainRuleCode | null {
  if (/^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$/.test(kpp)) return null
  return 'kpp_format'
}

/** Checks that a valid OGRN belongs to the same type of party as the INN. */
export function ogrnOfInnFault(ogrn: string, inn: string): PlainRuleCode | null {
  if (typeOfInn(inn) === 'legal') {
    return ogrn.length === 13 ? null : 'company_ogrn_length'
  }
  return ogrn.length === 15 ? null : 'sole_trader_ogrn_length'
}

export function kppOfInnFault(inn: string): PlainRuleCode | null {
  return typeOfInn(inn) === 'legal' ? null : 'kpp_of_sole_trader'
}

export function bikFault(bik: string): PlainRuleCode | null {
  return /^[012][0-9]{8}$/.test(bik) ? null : 'bik_format'
}

export function accountFormatFault(account: string): PlainRuleCode | null {
  return /^[0-9]{20}$/.test(account) ? null : 'account_length'
}

/** An account that money is paid to: of a Russian bank, an IBAN, or one of another form abroad. */
export function payeeAccountFault(account: string): PlainRuleCode | null {
  if (/^[A-Z]{2}[0-9]{2}/.test(account)) return ibanFault(account)
  return /^[0-9]{20}$/.test(account) || /^(?=.*[0-9])[0-9A-Z-]{4,34}$/.test(account)
    ? null
    : 'payee_account_format'
}

/** Checks an account number against the BIK of its bank. Both must be well-formed. */
export function settlementAccountFault(account: string, bik: string): PlainRuleCode | null {
  if (isTreasury(account)) return null
  // An account with the central bank itself is checked with its branch, like a correspondent account.
  const withCentralBank = /^(301|40102)/.test(account) || /00[012]$/.test(bik)
  return withCentralBank ? correspondentAccountFault(account, bik) : accountSumFault(bik.slice(-3) + account)
}

/** Checks the correspondent account of a bank against its BIK. Both must be well-formed. */
export function correspondentAccountFault(account: string, bik: string): PlainRuleCode | null {
  if (isTreasury(account)) return null
  if (account.startsWith('301') && account.slice(-3) !== bik.slice(-3)) {
    return 'account_bik_mismatch'
  }
  return accountSumFault(`0${bik.slice(4, 6)}${account}`)
}

/** Treasury accounts have no check digit. */
function isTreasury(account: string): boolean {
  return account.startsWith('03')
}

function accountSumFault(digits: string): PlainRuleCode | null {
  const weights = [7, 1, 3]
  const sum = [...digits].reduce(
    (sum, digit, i) => sum + ((Number(digit) * (weights[i % 3] as number)) % 10),
    0,
  )
  return sum % 10 === 0 ? null : 'account_check_digit'
}

function checkDigitsOfInnFault(inn: string): PlainRuleCode | null {
  const holds = completeInn(inn.slice(0, inn.length === 10 ? 9 : 10)) === inn
  // All zeros have a valid checksum, but nobody has this number.
  return holds && !/^0+$/.test(inn) ? null : 'inn_check_digit'
}

function weighted(digits: string, weights: number[]): number {
  return (weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11) % 10
}

/** The number modulo a small one, computed digit by digit, independent of floating-point precision. */
function remainder(digits: string, modulus: number): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % modulus, 0)
}
