import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'

/** Money that came, before it is decided whose it is. */
export interface Received {
  amount: string
  receivedAt: Date
  reference: string
  payerInn: string | null
  payerName: string | null
  payerAccount: string | null
  /** The own account that it came to. */
  bankAccount: string | null
  statementLineId: string | null
}

/** With the places of the currency. */
export function moneyText(amount: string, currency: string): string {
  return fromUnits(toUnits(amount, currency), currency)
}
