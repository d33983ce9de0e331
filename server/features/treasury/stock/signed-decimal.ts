import { fromUnits } from '../../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../../contract/money/decimal.ts'

/** Units of an asset as a decimal number, which may be below zero. */
export function signedDecimal(units: bigint, asset: string): string {
  const text = canonicalDecimal(fromUnits(units < 0n ? -units : units, asset))
  return units < 0n ? `-${text}` : text
}
