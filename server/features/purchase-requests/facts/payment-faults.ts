import { type Fault, fault } from '../../../../contract/api/faults.ts'
import { currencyDecimals } from '../../../../contract/money/currencies.ts'
import { decimalPlaces } from '../../../../contract/money/decimal.ts'
import { accountFormatFault } from '../../../../contract/values/identifiers.ts'

/** The faults of an account that money in roubles is paid to: they stay in the country. */
export function payeeFaults(account: string, currency: string): Fault[] {
  const code = currency === 'RUB' ? accountFormatFault(account) : null
  return code ? [fault(['body', 'account'], code)] : []
}

/** The faults of a time at which something was done for a request, such as a delivery. */
export function factTimeFaults(
  loc: Fault['loc'],
  value: string | null | undefined,
  { created_at }: { created_at: Date },
  now: Date,
): Fault[] {
  if (!value) return []
  return new Date(value) < created_at ? [fault(loc, 'before_request')] : timeFaults(loc, value, now)
}

/** Clocks differ; a payment further in the future than this is a typing error. */
const clockTolerance = 5 * 60 * 1000

/** The faults of an amount of money. */
export function moneyFaults(loc: Fault['loc'], amount: string, currency: string): Fault[] {
  const places = currencyDecimals(currency)
  return decimalPlaces(amount) > places ? [fault(loc, 'too_many_decimals', { places })] : []
}

/** Money of an earlier day is a typing error, or the day of a program that has none. */
export const earliestDay = '2000-01-01'

export function timeFaults(loc: Fault['loc'], receivedAt: string, now: Date): Fault[] {
  if (new Date(receivedAt) < new Date(earliestDay)) return [fault(loc, 'too_early')]
  return new Date(receivedAt).getTime() > now.getTime() + clockTolerance ? [fault(loc, 'in_future')] : []
}
