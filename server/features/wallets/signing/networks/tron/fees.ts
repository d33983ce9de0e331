import { coins } from '../../../../../../contract/money/assets.ts'
import type { UnsignedOn } from '../../model.ts'
import { requireFeeWithinCeiling } from '../checks/payable.ts'
import { encodeTronRawData, encodeTronTransaction } from './transaction.ts'

export const maxInt64 = 2n ** 63n - 1n

/** What a byte costs if the wallet has no bandwidth left. The network counts 64 bytes more, for the result. */
const sunPerByte = 1_000n
const resultBytes = 64n
/** What the first payment to a new account costs: 1 TRX, and 0.1 TRX if the wallet has no bandwidth left. */
const newAccount = 1_100_000n
/** The network refuses a higher limit. */
const highestFeeLimit = 15_000_000_000n
/**
 * The cheapest transfer of USDT takes 64 000 units of energy at 100 sun. With a lower limit it has no effect, and the limit
 * is paid nevertheless.
 */
const lowestFeeLimit = 6_400_000n

/**
 * The most that a payment of the coin costs. Who is offline knows neither the bandwidth of the wallet nor whether the
 * recipient is a new account, so it is the worst of both.
 */
export function coinFee(transaction: UnsignedOn<'tron'>): bigint {
  return bandwidthFee(transaction) + newAccount
}

/** A token's transfer may burn what the ceiling leaves after the bandwidth. Energy that was staked or rented is not known. */
export function tokenFee(transaction: UnsignedOn<'tron'>): { fee: bigint; feeLimit: bigint } {
  const { feeCeiling } = transaction
  const bandwidth = bandwidthFee(transaction)
  requireFeeWithinCeiling(bandwidth + lowestFeeLimit, feeCeiling)
  const left = feeCeiling - bandwidth
  const feeLimit = left < highestFeeLimit ? left : highestFeeLimit
  return { fee: bandwidth + feeLimit, feeLimit }
}

/** Of the longest transaction of its kind, so that the fee does not depend on the amount. */
function bandwidthFee(transaction: UnsignedOn<'tron'>): bigint {
  const feeLimit = transaction.asset === coins.tron ? 0n : highestFeeLimit
  const rawData = encodeTronRawData(transaction, { amount: maxInt64, feeLimit })
  const size = encodeTronTransaction(rawData, new Uint8Array(65)).length
  return (BigInt(size) + resultBytes) * sunPerByte
}
