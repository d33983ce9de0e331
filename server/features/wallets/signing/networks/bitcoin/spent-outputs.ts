import { TransactionRefused, type UnsignedOn } from '../../model.ts'
import { type BitcoinTransaction, maxMoney, type Outpoint, readTransaction } from './transaction-reader.ts'

export interface SpentOutput extends Outpoint {
  amount: bigint
}

/** Signing that many takes seconds; nodes would relay three times as many. */
export const maxInputs = 500

/**
 * The outputs that are spent, with amounts that nobody can lie about: the id that an input names is the hash of the bytes
 * in which its amount was found. Whether an output is still unspent, or a coinbase that is too young, only a node knows.
 */
export function readSpentOutputs(
  previous: UnsignedOn<'bitcoin'>['previous'],
  ownScript: Uint8Array,
): SpentOutput[] {
  const named = previous.reduce((count, { outputs }) => count + outputs.length, 0)
  // A node that is asked for them names none if the wallet is empty.
  if (named === 0)
    throw new TransactionRefused('insufficient_funds', 'No output is spent.', { available: '0' })
  if (named > maxInputs)
    throw refused('More outputs are spent than one transaction may have.', { limit: String(maxInputs) })

  const spent = new Map<string, SpentOutput>()
  for (const [place, { transaction, outputs }] of previous.entries()) {
    const { id, outputs: there } = readPrevious(transaction, place)
    for (const index of outputs) {
      const outpoint = `${id}:${index}`
      const where = { previous: String(place), outpoint }
      const output = there[index]
      if (output === undefined) throw refused('The transaction has no such output.', where)
      if (Buffer.compare(output.script, ownScript) !== 0)
        throw refused('The output does not pay the wallet.', where)
      if (spent.has(outpoint)) throw refused('An output is named twice.', where)
      spent.set(outpoint, { txId: id, index, amount: output.amount })
    }
  }
  const inputs = [...spent.values()]
  if (totalOf(inputs) > maxMoney) throw refused('The outputs add up to more than all bitcoin.')
  return inputs
}

export function totalOf(items: readonly { amount: bigint }[]): bigint {
  return items.reduce((sum, { amount }) => sum + amount, 0n)
}

function readPrevious(bytes: Uint8Array, place: number): BitcoinTransaction {
  try {
    return readTransaction(bytes)
  } catch (error) {
    throw refused((error as Error).message, { previous: String(place) })
  }
}

function refused(message: string, context: Record<string, string> = {}): TransactionRefused {
  return new TransactionRefused('input_invalid', message, context)
}
