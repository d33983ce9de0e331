import { isDeepStrictEqual } from 'node:util'
import type { PlannedTransaction, SignedTransaction } from '../../model.ts'

/** Throws unless the signed transaction promises what was planned. Its bytes are compared apart. */
export function requirePlan(planned: PlannedTransaction, signed: SignedTransaction): void {
  const { amount, fee, spends, validUntil } = signed
  requireSame({ amount, fee, spends, validUntil }, { ...planned })
}

/** Throws unless what was read is what was to be signed. The error says nothing of either. */
export function requireSame<T extends object>(read: T, expected: T): void {
  if (!isDeepStrictEqual(read, expected))
    throw new Error('The signed transaction is not the one that was planned.')
}
