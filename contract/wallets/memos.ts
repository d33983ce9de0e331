import { type Fault, fault } from '../api/faults.ts'
import type { Network } from '../money/networks.ts'

/** Where a payment can carry a memo: on TON it is the text comment. */
export const memoNetworks: readonly Network[] = ['ton']

/**
 * Visible characters of ASCII, without spaces at the ends: those who vote see exactly what is sent, and it fits into one cell
 * of TON.
 */
export const memoPattern = '^[!-~]([ -~]{0,118}[!-~])?$'

export function isMemo(text: string): boolean {
  return new RegExp(memoPattern).test(text)
}

export function memoFaults(network: Network, memo: string | undefined): Fault[] {
  if (memo === undefined || memoNetworks.includes(network)) return []
  return [fault(['body', 'memo'], 'memo_not_on_network')]
}
