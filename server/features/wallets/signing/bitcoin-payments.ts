import type { Amount, UnsignedOn } from './model.ts'

type Transaction = UnsignedOn<'bitcoin'>

/** What a transaction pays, in the order of its outputs. */
export function paymentsOf({ to, amount, further = [] }: Transaction): { to: string; amount: Amount }[] {
  return [{ to, amount }, ...further]
}

/** The same transaction with another payment at one place. */
export function withPayment(whole: Transaction, at: number, { to, amount }: Transaction): Transaction {
  if (amount === 'all') throw new Error('One of several payments is a number.')
  const [first, ...further] = paymentsOf(whole).with(at, { to, amount }) as { to: string; amount: bigint }[]
  return { ...whole, ...first, further }
}
