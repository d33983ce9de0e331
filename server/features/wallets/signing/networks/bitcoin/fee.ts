import { TransactionRefused } from '../../model.ts'

/**
 * A signature in DER with low R, low S and its hash type has 71 bytes; one of 128 has fewer, as its R or S begins with a
 * zero byte. So the size is exact or a little too high, and the fee rate never below the one asked for.
 */
const signatureSize = 71
const publicKeySize = 33

/** The weight of what an input has without its witness: outpoint, empty script, sequence; and of its witness. */
const inputWeight = 4 * (36 + 1 + 4) + (1 + 1 + signatureSize + 1 + publicKeySize)

/** The size of a transaction that spends P2WPKH outputs, in virtual bytes (BIP-141). */
export function virtualSize(inputs: number, scripts: readonly Uint8Array[]): number {
  const outputs = scripts.reduce((size, { length }) => size + 8 + compactSize(length) + length, 0)
  const frame = 4 + compactSize(inputs) + compactSize(scripts.length) + outputs + 4
  const markerAndFlag = 2
  return Math.ceil((4 * frame + markerAndFlag + inputs * inputWeight) / 4)
}

function compactSize(number: number): number {
  return number < 0xfd ? 1 : number <= 0xffff ? 3 : 5
}

/** In thousandths of a satoshi per virtual byte: what nodes relay at all (Bitcoin Core, `-minrelaytxfee` since 29.1). */
export const lowestFeeRate = 100n
/** What Bitcoin Core's `sendrawtransaction` takes for a mistake: 0.1 BTC per 1000 virtual bytes. */
export const highestFeeRate = 10_000_000n

export function refuseAbsurdRate(rate: bigint): void {
  if (rate >= lowestFeeRate && rate <= highestFeeRate) return
  throw new TransactionRefused('input_invalid', 'The fee rate is too low for any node, or absurdly high.', {
    input: 'fee_rate',
    fee_rate: String(rate),
    lowest: String(lowestFeeRate),
    highest: String(highestFeeRate),
  })
}

/** Rounded up, in satoshi. */
export function feeOf(size: number, rate: bigint): bigint {
  return (BigInt(size) * rate + 999n) / 1000n
}
