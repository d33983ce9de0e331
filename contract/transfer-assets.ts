import type { Network } from './networks.ts'
import { assetDecimals, type PurchaseAsset } from './purchase-request-rules.ts'

/** The coin of each network: fees are paid in it. */
export const coins = {
  bitcoin: 'BTC',
  ethereum: 'ETH',
  tron: 'TRX',
  solana: 'SOL',
  ton: 'TON',
} as const satisfies Record<Network, PurchaseAsset>

/**
 * The contracts of the tokens that can be sent, as their issuer publishes them (tether.to, "Supported Protocols"). They
 * are never taken from a node. Their decimal places are those of `purchasableAssets`.
 */
export const tokenContracts = {
  ethereum: { USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  tron: { USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
} as const

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
