import { isZero } from '../../contract/money/decimal.ts'

export type BalanceSide = 'has' | 'owes' | 'even'

/** Who owes whom, and how much. */
export function readBalance(balance: string): { side: BalanceSide; amount: string } {
  const amount = balance.replace(/^-/, '')
  if (isZero(amount)) return { side: 'even', amount }
  return { side: balance.startsWith('-') ? 'owes' : 'has', amount }
}
