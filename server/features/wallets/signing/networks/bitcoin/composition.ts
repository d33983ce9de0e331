import { unpayableKind } from '../../../../../../contract/wallets/unpayable-addresses.ts'
import { TransactionRefused, type UnsignedOn } from '../../model.ts'
import { feeOf, refuseAbsurdRate, virtualSize } from './fee.ts'
import { dustLimit, outputScript, walletScript } from './output-script.ts'
import { readSpentOutputs, type SpentOutput, totalOf } from './spent-outputs.ts'
import type { TransactionOutput } from './transaction-reader.ts'

/** What a transaction consists of, before it is signed. */
export interface Composition {
  inputs: SpentOutput[]
  outputs: TransactionOutput[]
  /** Of the outputs that are spent, and of the change. */
  ownScript: Uint8Array
  amount: bigint
  fee: bigint
}

/** Spends all given outputs: the payment first, then the change to the wallet's own address, if it is worth an output. */
export function compose(transaction: UnsignedOn<'bitcoin'>): Composition {
  const { feeRate, feeCeiling } = transaction
  const ownScript = walletScript(transaction.from)
  const script = outputScript(transaction.to)
  if (Buffer.compare(script, ownScript) === 0)
    throw new TransactionRefused('same_address', 'The wallet would pay itself.')
  if (unpayableKind('bitcoin', transaction.to) !== undefined)
    throw new TransactionRefused(
      'input_invalid',
      'What is paid to this address is lost: nobody has its key, or anybody can take it.',
    )
  refuseAbsurdRate(feeRate)
  if (transaction.amount !== 'all') refuseDust(transaction.amount, script)

  const inputs = readSpentOutputs(transaction.previous, ownScript)
  const total = totalOf(inputs)
  const feeFor = (...scripts: Uint8Array[]) => feeOf(virtualSize(inputs.length, scripts), feeRate)
  const lowestFee = feeFor(script)
  refuseAboveCeiling(lowestFee, feeCeiling)
  const amount = transaction.amount === 'all' ? total - lowestFee : transaction.amount
  if (amount <= 0n || amount + lowestFee > total)
    throw new TransactionRefused('insufficient_funds', 'The outputs do not cover the amount and the fee.', {
      available: String(total),
      fee: String(lowestFee),
    })
  refuseDust(amount, script)

  const payment = { amount, script }
  const change = { amount: total - amount - feeFor(script, ownScript), script: ownScript }
  const hasChange = change.amount >= dustLimit(ownScript)
  const fee = total - amount - (hasChange ? change.amount : 0n)
  refuseAboveCeiling(fee, feeCeiling)
  return { inputs, outputs: hasChange ? [payment, change] : [payment], ownScript, amount, fee }
}

function refuseDust(amount: bigint, script: Uint8Array): void {
  const limit = dustLimit(script)
  if (amount < limit)
    throw new TransactionRefused('dust', 'No node relays an amount that small.', {
      amount: String(amount),
      limit: String(limit),
    })
}

function refuseAboveCeiling(fee: bigint, ceiling: bigint): void {
  if (fee > ceiling)
    throw new TransactionRefused('fee_above_ceiling', 'The fee is above its ceiling.', {
      fee: String(fee),
      ceiling: String(ceiling),
    })
}
