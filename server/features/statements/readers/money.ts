import { currencyDecimals } from '../../../../contract/money/currencies.ts'

/** The smallest units of an amount without a sign; undefined if it is none, or has more decimals than the currency. */
export function parseMoney(text: string, currency: string): bigint | undefined {
  const match = /^(\d{1,16})(?:[.,](\d{1,4}))?$/.exec(text)
  const decimals = currencyDecimals(currency)
  const [, whole = '', fraction = ''] = match ?? []
  if (!match || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** A balance, which may be negative. */
export function parseBalance(text: string, currency: string): bigint | undefined {
  if (!text.startsWith('-')) return parseMoney(text, currency)
  const money = parseMoney(text.slice(1), currency)
  return money === undefined ? undefined : -money
}

/** The decimal number of smallest units, with all decimals of the currency. */
export function formatMoney(units: bigint, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const sign = units < 0n ? '-' : ''
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
