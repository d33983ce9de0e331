import { compareDecimals } from '../../../contract/decimal.ts'

/** Per currency, the total above which approval takes a second administrator. A currency without one has none. */
export type ApprovalThresholds = ReadonlyMap<string, string>

export function isAboveThreshold(thresholds: ApprovalThresholds, currency: string, amount: string): boolean {
  const threshold = thresholds.get(currency)
  return threshold !== undefined && compareDecimals(amount, threshold) > 0
}
