import type { ObservedEffect, ReceivedAmount } from './chain-node.ts'

/** The node does not have the transaction: not sent, not arrived yet, or dropped. Nothing follows from that. */
export const unknownEffect: ObservedEffect = {
  result: 'pending',
  confirmations: 0,
  fee: null,
  problem: 'The node does not know the transaction.',
}

export const nothingReceived: ReceivedAmount = { amount: 0n, isFinal: false }

/**
 * Weighs what a node says. Only what is deep enough counts. What differs from the payment that was signed is neither a
 * success nor a failure, because whoever believed in a failure would pay again.
 */
export function judge({
  confirmations,
  fee,
  isDeep,
  failure,
  difference,
}: {
  confirmations: number
  fee: bigint | null
  isDeep: boolean
  /** Why the network did not carry it out. */
  failure: string | null
  /** What the node says otherwise than it was signed. */
  difference: string | null
}): ObservedEffect {
  const found = { confirmations, fee }
  if (difference !== null) {
    const problem = `The node tells of another payment: ${difference} differs.`
    return { ...found, result: 'pending', problem }
  }
  if (!isDeep)
    return { ...found, result: 'pending', problem: failure ?? 'It is not deep enough in the chain.' }
  return failure === null
    ? { ...found, result: 'confirmed', problem: null }
    : { ...found, result: 'failed', problem: failure }
}

/** The first name whose value is false. */
export function differing(facts: Record<string, boolean>): string | null {
  return Object.keys(facts).find((name) => !facts[name]) ?? null
}
