import { currencyDecimals } from '../../../../contract/currencies.ts'
import { decimalPlaces, toPlaces } from '../../../../contract/decimal.ts'

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

/** With the places of the currency; prices of release 1.0.0 may have more. */
export function moneyText(amount: string, currency: string): string {
  return toPlaces(amount, Math.max(currencyDecimals(currency), decimalPlaces(amount)))
}
