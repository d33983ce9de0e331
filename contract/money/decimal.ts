/**
 * Exact decimal arithmetic on strings. A number is an integer and the number of its decimal places. Amounts are never
 * floating-point numbers, neither in JSON nor in the service nor in the database.
 */
export type Decimal = { readonly digits: bigint; readonly places: number }

/** The format of an amount in JSON: no sign, no exponent, no leading zeros. */
export const decimalPattern = '^(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?$'

const decimalForm = new RegExp(decimalPattern)

/** Maximum number of integer digits, also for computed amounts. */
export const maxIntegerDigits = 18

export function isDecimal(text: string): boolean {
  return decimalForm.test(text)
}

/** Parses a decimal number of any length; throws if it is not one. */
export function parseDecimal(text: string): Decimal {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError('Not a decimal number')
  const [, whole = '', fraction = ''] = match
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

function atPlaces(value: Decimal, places: number): bigint {
  return value.digits * 10n ** BigInt(places - value.places)
}

export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  const places = Math.max(left.places, right.places)
  const [x, y] = [atPlaces(left, places), atPlaces(right, places)]
  return x < y ? -1 : x > y ? 1 : 0
}

export function addDecimals(a: string, b: string): string {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  const places = Math.max(left.places, right.places)
  return format({ digits: atPlaces(left, places) + atPlaces(right, places), places })
}

/** |a − b|. */
export function decimalDifference(a: string, b: string): string {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  const places = Math.max(left.places, right.places)
  const digits = atPlaces(left, places) - atPlaces(right, places)
  return format({ digits: digits < 0n ? -digits : digits, places })
}

/** a × b, rounded half up to the given decimal places. */
export function multiplyDecimals(a: string, b: string, places: number): string {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return format(round({ digits: left.digits * right.digits, places: left.places + right.places }, places))
}

/** a ÷ b, rounded to the nearest with the given decimal places, a half down. */
export function divideDecimals(a: string, b: string, places: number): string {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  const dividend = 2n * left.digits * 10n ** BigInt(right.places + places)
  const divisor = right.digits * 10n ** BigInt(left.places)
  return format({ digits: (dividend + divisor - 1n) / (2n * divisor), places })
}

/** Formats with exactly the given decimal places, as for money. Throws if digits would be lost. */
export function toPlaces(text: string, places: number): string {
  if (decimalPlaces(text) > places) throw new RangeError(`More than ${places} decimal places`)
  const value = parseDecimal(canonicalDecimal(text))
  return format({ digits: atPlaces(value, places), places })
}

/** The shortest form: no leading and no trailing zeros. */
export function canonicalDecimal(text: string): string {
  let { digits, places } = parseDecimal(text)
  while (places > 0 && digits % 10n === 0n) {
    digits /= 10n
    places -= 1
  }
  return format({ digits, places })
}

/** The number of decimal places without trailing zeros. */
export function decimalPlaces(text: string): number {
  return parseDecimal(canonicalDecimal(text)).places
}

export function integerDigits(text: string): number {
  const { digits, places } = parseDecimal(text)
  return Math.max(1, digits.toString().length - places)
}

export function isZero(text: string): boolean {
  return parseDecimal(text).digits === 0n
}

function round(value: Decimal, places: number): Decimal {
  if (value.places <= places) return { digits: atPlaces(value, places), places }
  const unit = 10n ** BigInt(value.places - places)
  return { digits: (value.digits + unit / 2n) / unit, places }
}

function format({ digits, places }: Decimal): string {
  const text = digits.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}
