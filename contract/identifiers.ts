/**
 * Checks of Russian identifiers. Each `…Fault` gives one sentence for people, or null when the value holds.
 * The check digits follow the orders of the tax service (INN, OGRN) and the central bank's rule for accounts.
 */

/** Weights of the check digits, each over the digits before it. */
const companyInnWeights = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const personInnWeights = [
  [7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
  [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8],
]

export type PartyType = 'legal' | 'individual'

/** A company has an INN of 10 digits, a sole trader one of 12. */
export function typeOfInn(inn: string): PartyType {
  return inn.length === 10 ? 'legal' : 'individual'
}

/** The INN that begins with these 9 (company) or 10 (person) digits. */
export function completeInn(digits: string): string {
  if (digits.length === companyInnWeights.length) return digits + weighted(digits, companyInnWeights)
  return personInnWeights.reduce((inn, weights) => inn + weighted(inn, weights), digits)
}

/** The OGRN (12 digits given) or OGRNIP (14 digits given) that begins with these digits. */
export function completeOgrn(digits: string): string {
  return digits + (remainder(digits, digits.length - 1) % 10)
}

export function innFault(inn: string): string | null {
  if (!/^([0-9]{10}|[0-9]{12})$/.test(inn)) return 'the INN must have 10 digits (company) or 12 (sole trader)'
  return checkDigitsOfInnFault(inn)
}

export function personInnFault(inn: string): string | null {
  if (!/^[0-9]{12}$/.test(inn)) return 'the INN of a person must have 12 digits'
  return checkDigitsOfInnFault(inn)
}

export function ogrnFault(ogrn: string): string | null {
  if (!/^([0-9]{13}|[0-9]{15})$/.test(ogrn)) {
    return 'the OGRN must have 13 digits (company) or 15 (sole trader)'
  }
  if (ogrn.length === 13 && !/^[15]/.test(ogrn)) return 'the OGRN of a company must begin with 1 or 5'
  if (ogrn.length === 15 && !/^3/.test(ogrn)) return 'the OGRN of a sole trader must begin with 3'
  return completeOgrn(ogrn.slice(0, -1)) === ogrn ? null : 'the check digit of the OGRN is wrong'
}

export function kppFault(kpp: string): string | null {
  if (/^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$/.test(kpp)) return null
  return 'the KPP must have 4 digits, 2 digits or capital letters, and 3 digits'
}

/** An OGRN that is right by itself, but belongs to the other type of party than the INN. */
export function ogrnOfInnFault(ogrn: string, inn: string): string | null {
  if (typeOfInn(inn) === 'legal') {
    return ogrn.length === 13 ? null : 'an INN of 10 digits goes with an OGRN of 13 digits'
  }
  return ogrn.length === 15 ? null : 'an INN of 12 digits goes with an OGRN of 15 digits'
}

export function kppOfInnFault(inn: string): string | null {
  return typeOfInn(inn) === 'legal' ? null : 'a sole trader has no KPP'
}

export function bikFault(bik: string): string | null {
  return /^[012][0-9]{8}$/.test(bik) ? null : 'the BIK must have 9 digits and begin with 0, 1 or 2'
}

export function accountFormatFault(account: string): string | null {
  return /^[0-9]{20}$/.test(account) ? null : 'the account must have 20 digits'
}

/** An account number against the BIK of its bank; both must be well formed. */
export function settlementAccountFault(account: string, bik: string): string | null {
  if (isTreasury(account)) return null
  // An account with the central bank itself is checked with its branch, like a correspondent account.
  const withCentralBank = /^(301|40102)/.test(account) || /00[012]$/.test(bik)
  return withCentralBank ? correspondentAccountFault(account, bik) : accountSumFault(bik.slice(-3) + account)
}

/** A bank's account with the central bank against the bank's BIK; both must be well formed. */
export function correspondentAccountFault(account: string, bik: string): string | null {
  if (isTreasury(account)) return null
  if (account.startsWith('301') && account.slice(-3) !== bik.slice(-3)) {
    return 'the account must end in the last three digits of the BIK'
  }
  return accountSumFault(`0${bik.slice(4, 6)}${account}`)
}

/** Treasury accounts have no check digit. */
function isTreasury(account: string): boolean {
  return account.startsWith('03')
}

function accountSumFault(digits: string): string | null {
  const weights = [7, 1, 3]
  const sum = [...digits].reduce(
    (sum, digit, i) => sum + ((Number(digit) * (weights[i % 3] as number)) % 10),
    0,
  )
  return sum % 10 === 0 ? null : 'the account does not go with the BIK: its check digit is wrong'
}

function checkDigitsOfInnFault(inn: string): string | null {
  const holds = completeInn(inn.slice(0, inn.length === 10 ? 9 : 10)) === inn
  // All zeros pass the sum, but nobody has that number.
  return holds && !/^0+$/.test(inn) ? null : 'the check digit of the INN is wrong'
}

function weighted(digits: string, weights: number[]): number {
  return (weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0) % 11) % 10
}

/** The number that the digits spell, modulo a small one: 14 digits would still fit a double, but why rely on it. */
function remainder(digits: string, modulus: number): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % modulus, 0)
}
