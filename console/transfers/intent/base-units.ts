import { isDecimal, parseDecimal } from '../../../contract/decimal.ts'
import type { Network } from '../../../contract/networks.ts'
import { assetDecimals, type PurchaseAsset } from '../../../contract/purchase-request-rules.ts'
import { coins, fromBaseUnits } from '../../../contract/transfer-assets.ts'

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

/**
 * The highest fee that is proposed, in the coin of the network: enough on a busy day. It is a ceiling, so that what is
 * really paid is usually far less.
 */
const feeSuggestions: Record<Network, { coin: string; token?: string }> = {
  bitcoin: { coin: '0.0002' },
  ethereum: { coin: '0.002', token: '0.006' },
  tron: { coin: '2', token: '30' },
  solana: { coin: '0.0001' },
  ton: { coin: '0.05' },
}

export function suggestedFee(network: Network, asset: PurchaseAsset): string {
  const { coin, token = coin } = feeSuggestions[network]
  return asset === coins[network] ? coin : token
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
