import { purchasableAssets } from './assets.ts'
import { currencyDecimals } from './currencies.ts'
import { multiplyDecimals, parseDecimal } from './decimal.ts'

/** What the books count: currencies and assets, each in its smallest unit. An asset has the same on all its networks. */
export function commodityDecimals(commodity: string): number {
  return purchasableAssets.find(({ asset }) => asset === commodity)?.decimals ?? currencyDecimals(commodity)
}

/** An amount in smallest units, rounded half up. */
export function toUnits(amount: string, commodity: string): bigint {
  return parseDecimal(multiplyDecimals(amount, '1', commodityDecimals(commodity))).digits
}

/** The decimal number, with a sign if it is negative and exactly the decimal places of the commodity. */
export function fromUnits(units: bigint, commodity: string): string {
  const places = commodityDecimals(commodity)
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const sign = units < 0n ? '-' : ''
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
