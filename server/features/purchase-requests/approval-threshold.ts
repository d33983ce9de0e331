import { compareDecimals } from '../../../contract/decimal.ts'

/** The total by currency above which a second administrator must approve. Other currencies have no threshold. */
export type ApprovalThresholds = ReadonlyMap<string, string>

export function isAboveThreshold(thresholds: ApprovalThresholds, currency: string, amount: string): boolean {
  const threshold = thresholds.get(currency)
  return threshold !== undefined && compareDecimals(amount, threshold) > 0
}
