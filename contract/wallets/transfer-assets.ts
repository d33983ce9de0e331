import { assetDecimals, type PurchaseAsset } from '../money/assets.ts'
import type { Network } from '../money/networks.ts'

/** EIP-155: a transaction for this chain is refused on every other. */
export const ethereumChainId = 1

/** An amount in base units as the decimal number that people read: 1500000 of USDT is 1.5. */
export function fromBaseUnits(units: bigint, asset: PurchaseAsset, network: Network): string {
  const places = assetDecimals(asset, network)
  if (places === undefined) throw new RangeError(`${asset} is not on ${network}.`)
  const digits = units.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return fraction ? `${digits.slice(0, -places)}.${fraction}` : digits.slice(0, -places)
}
