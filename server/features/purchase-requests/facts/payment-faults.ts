import { currencyDecimals } from '../../../../contract/currencies.ts'
import { decimalPlaces } from '../../../../contract/decimal.ts'
import { type Fault, fault } from '../../../../contract/faults.ts'

/** Clocks differ; a payment further in the future than this is a typing error. */
const clockTolerance = 5 * 60 * 1000

/** The faults of an amount of money. Prices of release 1.0.0 have two places whatever their currency has. */
export function moneyFaults(
  loc: Fault['loc'],
  amount: string,
  { fiat_currency, total_amount }: { fiat_currency: string; total_amount: string },
): Fault[] {
  const places = Math.max(currencyDecimals(fiat_currency), decimalPlaces(total_amount))
  return decimalPlaces(amount) > places ? [fault(loc, 'too_many_decimals', { places })] : []
}

export function timeFaults(loc: Fault['loc'], receivedAt: string, now: Date): Fault[] {
  return new Date(receivedAt).getTime() > now.getTime() + clockTolerance ? [fault(loc, 'in_future')] : []
}
