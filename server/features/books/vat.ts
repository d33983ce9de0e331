import { parseDecimal } from '../../../contract/money/decimal.ts'
import { accounts } from './accounts.ts'

/** The VAT that a company has in its fees. */
export interface Vat {
  /** The company. */
  inn: string
  /** In percent. */
  rate: string
}

/** The VAT within an amount of smallest units, half up: of 120 with a rate of 20 it is 20. */
export function vatWithin(units: bigint, rate: string): bigint {
  const { digits, places } = parseDecimal(rate)
  const whole = 100n * 10n ** BigInt(places) + digits
  return (2n * units * digits + whole) / (2n * whole)
}

/** What a delivery, or its reversal, adds to an account of VAT. */
export interface DeliveryVat {
  account: string
  units: bigint
}

/** With the fee of all deliveries before and after. Of the sum and not of each delivery, as the fee itself. */
export function vatOfDelivery(
  vat: Vat | undefined,
  currency: string,
  fee: { before: bigint; after: bigint },
): DeliveryVat[] {
  if (!vat) return []
  const units = vatWithin(fee.after, vat.rate) - vatWithin(fee.before, vat.rate)
  return [{ account: accounts.vat(vat.inn, currency), units }]
}

/**
 * What belongs to the fee that a reversal takes back, of what was posted for the deliveries: the company or its rate may
 * be another one by now. Nothing is left when everything is taken back.
 */
export function vatOfReversal(
  posted: readonly { account: string; amount: bigint }[],
  fee: { before: bigint; after: bigint },
): DeliveryVat[] {
  if (fee.before === 0n) return []
  return posted.map(({ account, amount }) => {
    const left = (-2n * amount * fee.after + fee.before) / (2n * fee.before)
    return { account, units: -amount - left }
  })
}
