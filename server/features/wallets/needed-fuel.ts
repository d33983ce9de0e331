import { assetDecimals, coins, type PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { usualFeeCeiling } from '../../../contract/wallets/transfer-rules.ts'

interface Balance {
  asset: PurchaseAsset
  /** What the node said last, as a decimal number. */
  on_chain: string | null
}

/** What a wallet lacks of the coin of its network to send a token that it has; null if nothing, or if no node was asked. */
export function neededFuel(
  network: Network,
  balances: readonly Balance[],
): { asset: PurchaseAsset; amount: string } | null {
  const units = missingFuel(network, balances)
  const asset = coins[network]
  return units > 0n ? { asset, amount: fromBaseUnits(units, asset, network) } : null
}

/** The same in base units. */
export function missingFuel(network: Network, balances: readonly Balance[]): bigint {
  const coin = coins[network]
  const held = balances.find(({ asset }) => asset === coin)?.on_chain ?? null
  if (held === null) return 0n
  const has = unitsOf(held, assetDecimals(coin, network) as number)
  return balances
    .filter(({ asset, on_chain }) => asset !== coin && on_chain !== null && Number(on_chain) > 0)
    .map(({ asset }) => usualFeeCeiling(network, asset) - has)
    .reduce(larger, 0n)
}

function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

/** A decimal number that is not below zero, with at most as many places as the asset has. */
function unitsOf(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
}
