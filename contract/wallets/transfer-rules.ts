import { isObject } from '../api/common.ts'
import { type Fault, fault, missing } from '../api/faults.ts'
import { assetDecimals, coins, type PurchaseAsset } from '../money/assets.ts'
import type { Network } from '../money/networks.ts'
import { fromBaseUnits } from './transfer-assets.ts'

/**
 * The highest fee ceiling, in base units of the coin: 0.005 BTC, 0.1 ETH, 200 TRX, 0.01 SOL, 1 TON. Each is several times
 * what a transaction costs on a bad day, so that only a slip of the hand reaches it.
 */
export const highestFeeCeilings: Readonly<Record<Network, bigint>> = {
  bitcoin: 500_000n,
  ethereum: 100_000_000_000_000_000n,
  tron: 200_000_000n,
  solana: 10_000_000n,
  ton: 1_000_000_000n,
}

/**
 * The ceilings that are proposed, in base units of the coin: what a transaction costs on a busy day. It is a ceiling, so
 * that what is really paid is usually far less.
 */
const usualFeeCeilings: Readonly<Record<Network, { coin: bigint; token?: bigint }>> = {
  bitcoin: { coin: 20_000n },
  ethereum: { coin: 2_000_000_000_000_000n, token: 6_000_000_000_000_000n },
  tron: { coin: 2_000_000n, token: 30_000_000n },
  // A token account of the recipient may have to be made.
  solana: { coin: 100_000n, token: 2_100_000n },
  // 0.05 TON go along with a token, of which most comes back.
  ton: { coin: 60_000_000n, token: 110_000_000n },
}

export function usualFeeCeiling(network: Network, asset: PurchaseAsset): bigint {
  const { coin, token = coin } = usualFeeCeilings[network]
  return asset === coins[network] ? coin : token
}

/** What a validator may be given for each unit of gas, in wei: 50 gwei, as on the worst days. A ceiling alone would let it have all. */
export const highestTip = 50_000_000_000n

/** A payment in the coin itself may not cost more than this part of the amount, unless no payment costs less. */
const feeShare = 2n

/**
 * The smallest amounts that networks carry out: below 546 satoshi an output is dust to most nodes, whatever its kind. What
 * depends on the state of the chain, as the rent of solana does, is checked with the inputs.
 */
export const smallestAmounts: Readonly<Record<Network, bigint>> = {
  bitcoin: 546n,
  ethereum: 1n,
  tron: 1n,
  solana: 1n,
  ton: 1n,
}

export interface TransferTerms {
  network: Network
  asset: PurchaseAsset
  /** In base units, or `all`. */
  amount: string
  fee_ceiling: string
}

/** What is wrong with an amount and the ceiling of its fee, before anything of the chain is known. */
export function transferFaults({ network, asset, amount, fee_ceiling }: TransferTerms): Fault[] {
  if (assetDecimals(asset, network) === undefined) return [fault(['body', 'asset'], 'asset_not_on_network')]
  const coin = coins[network]
  const ceiling = BigInt(fee_ceiling)
  const highest = highestFeeCeilings[network]
  const shown = (units: bigint) => `${fromBaseUnits(units, coin, network)} ${coin}`
  const faults: Fault[] = []
  if (ceiling > highest)
    faults.push(fault(['body', 'fee_ceiling'], 'fee_ceiling_too_high', { most: shown(highest) }))
  if (amount === 'all' || asset !== coin) return faults
  const units = BigInt(amount)
  const least = smallestAmounts[network]
  if (units < least) faults.push(fault(['body', 'amount'], 'amount_too_small', { least: shown(least) }))
  const usual = usualFeeCeiling(network, asset)
  if (ceiling > usual && ceiling <= highest && ceiling * feeShare > units) {
    const [, most] = [usual, units / feeShare].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint]
    faults.push(fault(['body', 'fee_ceiling'], 'fee_ceiling_out_of_proportion', { most: shown(most) }))
  }
  return faults
}

/** Only a request says where coins go that nobody has chosen an address for. */
export function newTransferFaults(body: unknown): Fault[] {
  if (!isObject(body) || body.address_id !== undefined || body.request_id !== undefined) return []
  return [missing(['body', 'address_id'])]
}
