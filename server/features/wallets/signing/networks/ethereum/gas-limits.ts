import { coins } from '../../../../../../contract/money/assets.ts'

/**
 * How much gas a transaction may use. What it does not use is not paid. 21 000 is exactly what a payment to an account
 * takes; a contract that runs code when it is paid needs more, so ETH goes to accounts only. A transfer of USDT or USDC takes up
 * to 64 000; the rest is for changes of the network.
 */
export function gasLimit(asset: string): bigint {
  return asset === coins.ethereum ? 21_000n : 100_000n
}
