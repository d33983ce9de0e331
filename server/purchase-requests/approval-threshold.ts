import { canonicalDecimal, compareDecimals, isDecimal } from '../../contract/decimal.ts'

/** Per currency, the total above which approval takes a second administrator. A currency without one has none. */
export type ApprovalThresholds = ReadonlyMap<string, string>

/** Reads `RUB:1000000,USD:10000`. Throws a sentence that names the wrong part: a threshold misread is money lost. */
export function parseApprovalThresholds(setting: string): ApprovalThresholds {
  const thresholds = new Map<string, string>()
  for (const part of setting.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [currency = '', amount = '', ...more] = part.split(':').map((one) => one.trim())
    if (!/^[A-Z]{3}$/.test(currency) || !isDecimal(amount) || more.length > 0) {
      throw new Error(`'${part}' is no threshold: write a currency and an amount, such as RUB:1000000`)
    }
    if (thresholds.has(currency)) throw new Error(`${currency} has two thresholds`)
    thresholds.set(currency, canonicalDecimal(amount))
  }
  return thresholds
}

export function isAboveThreshold(thresholds: ApprovalThresholds, currency: string, amount: string): boolean {
  const threshold = thresholds.get(currency)
  return threshold !== undefined && compareDecimals(amount, threshold) > 0
}
