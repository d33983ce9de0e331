import { assetDecimals, coins, type PurchaseAsset } from '../../../contract/money/assets.ts'
import { isDecimal, parseDecimal } from '../../../contract/money/decimal.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { usualFeeCeiling } from '../../../contract/wallets/transfer-rules.ts'

/** An amount of an asset in base units; undefined if it is no amount, or has more places than the asset. */
export function toBaseUnits(amount: string, asset: PurchaseAsset, network: Network): bigint | undefined {
  const places = assetDecimals(asset, network)
  if (places === undefined || !isDecimal(amount)) return undefined
  const { digits, places: given } = parseDecimal(amount)
  if (given <= places) return digits * 10n ** BigInt(places - given)
  const tooSmall = 10n ** BigInt(given - places)
  return digits % tooSmall === 0n ? digits / tooSmall : undefined
}

/** An amount of the contract as a decimal number; `all` stays as it is. */
export function shownAmount(units: string, asset: PurchaseAsset, network: Network): string {
  return /^\d+$/.test(units) ? fromBaseUnits(BigInt(units), asset, network) : units
}

/** The ceiling that is proposed, as a decimal number of the coin of the network. */
export function suggestedFee(network: Network, asset: PurchaseAsset): string {
  return fromBaseUnits(usualFeeCeiling(network, asset), coins[network], network)
}

interface Sums {
  network: Network
  asset: PurchaseAsset
  /** Base units, or `all`. */
  amount: string
  feeCeiling: string
}

/** What leaves the wallet at most: amount and fee as one sum if they are of the same asset. Null for everything. */
export function atMost({ network, asset, amount, feeCeiling }: Sums): string | null {
  if (amount === 'all' || asset !== coins[network]) return null
  return fromBaseUnits(BigInt(amount) + BigInt(feeCeiling), asset, network)
}
