import { unpayableKind } from '../../../../../../contract/wallets/unpayable-addresses.ts'
import { paymentsOf } from '../../bitcoin-payments.ts'
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
  /** Of all payments together. */
  amount: bigint
  fee: bigint
}

/** Spends all given outputs: the payments first, then the change to the wallet's own address, if it is worth an output. */
export function compose(transaction: UnsignedOn<'bitcoin'>): Composition {
  const { feeRate, feeCeiling } = transaction
  const ownScript = walletScript(transaction.from)
  const asked = paymentsOf(transaction)
  const scripts = asked.map(({ to }) => payableScript(to, ownScript))
  refuseAbsurdRate(feeRate)
  const isAll = transaction.amount === 'all'
  if (isAll && asked.length > 1)
    throw new TransactionRefused('input_invalid', 'One of several payments cannot be all that there is.')
  const pays = (amount: bigint, at: number) => ({ amount, script: scripts[at] as Uint8Array })
  const given = asked.flatMap(({ amount }, at) => (amount === 'all' ? [] : [pays(amount, at)]))
  for (const payment of given) refuseDust(payment)

  const inputs = readSpentOutputs(transaction.previous, ownScript)
  const total = totalOf(inputs)
  const feeFor = (...paid: Uint8Array[]) => feeOf(virtualSize(inputs.length, paid), feeRate)
  const lowestFee = feeFor(...scripts)
  refuseAboveCeiling(lowestFee, feeCeiling)
  const payments = isAll ? [pays(total - lowestFee, 0)] : given
  const amount = totalOf(payments)
  if (amount <= 0n || amount + lowestFee > total)
    throw new TransactionRefused('insufficient_funds', 'The outputs do not cover the amount and the fee.', {
      available: String(total),
      fee: String(lowestFee),
    })
  for (const payment of payments) refuseDust(payment)

  const change = { amount: total - amount - feeFor(...scripts, ownScript), script: ownScript }
  const hasChange = change.amount >= dustLimit(ownScript)
  const fee = total - amount - (hasChange ? change.amount : 0n)
  refuseAboveCeiling(fee, feeCeiling)
  return { inputs, outputs: hasChange ? [...payments, change] : payments, ownScript, amount, fee }
}

function payableScript(to: string, ownScript: Uint8Array): Uint8Array {
  const script = outputScript(to)
  if (Buffer.compare(script, ownScript) === 0)
    throw new TransactionRefused('same_address', 'The wallet would pay itself.')
  if (unpayableKind('bitcoin', to) !== undefined)
    throw new TransactionRefused(
      'input_invalid',
      'What is paid to this address is lost: nobody has its key, or anybody can take it.',
    )
  return script
}

function refuseDust({ amount, script }: TransactionOutput): void {
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
