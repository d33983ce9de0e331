import { currencyDecimals } from '../../../../contract/currencies.ts'
import { decimalPlaces, toPlaces } from '../../../../contract/decimal.ts'

/** Money that came, before it is decided whose it is. */
export interface Received {
  amount: string
  receivedAt: Date
  reference: string
  payerInn: string | null
  /** Known from bank statements only. */
  payerName: string | null
  payerAccount: string | null
  bankAccount: string | null
  statementLineId: string | null
}

/** Whether somebody else has paid. It is not known without the INN of the payer. */
export function isForeignPayer(payerInn: string | null, { inn }: { inn: string | null }): boolean {
  return payerInn !== null && payerInn !== inn
}

/** With the places of the currency; prices of release 1.0.0 may have more. */
export function moneyText(amount: string, currency: string): string {
  return toPlaces(amount, Math.max(currencyDecimals(currency), decimalPlaces(amount)))
}
