import { type Fault, fault } from '../api/faults.ts'
import { assetDecimals } from '../money/assets.ts'
import { currencyDecimals, isCurrency } from '../money/currencies.ts'
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  decimalPlaces,
  integerDigits,
  isDecimal,
  isZero,
  maxIntegerDigits,
  multiplyDecimals,
  toPlaces,
} from '../money/decimal.ts'
import { networks } from '../money/networks.ts'
import { addressFault } from '../wallets/unpayable-addresses.ts'

/**
 * The price: fiat_amount = crypto_amount × rate, rounded half up to the decimal places of the currency; the total adds
 * the fee.
 */
export function priceOf({ crypto_amount, fiat_currency, rate, fee_amount }: Priced) {
  const moneyPlaces = currencyDecimals(fiat_currency)
  const fiat = multiplyDecimals(crypto_amount, rate, moneyPlaces)
  const fee = toPlaces(fee_amount ?? '0', moneyPlaces)
  return {
    crypto_amount: canonicalDecimal(crypto_amount),
    rate: canonicalDecimal(rate),
    fiat_amount: fiat,
    fee_amount: fee,
    total_amount: addDecimals(fiat, fee),
  }
}

type Priced = { crypto_amount: string; fiat_currency: string; rate: string; fee_amount?: string | null }

/** Faults of the amounts of a new request. Gets the raw body, which may have any shape. */
export function purchaseRequestFaults(body: unknown): Fault[] {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const amount = (field: string) => {
    const value = fields[field]
    return typeof value === 'string' && isDecimal(value) ? value : undefined
  }
  const faults: Fault[] = []

  const [crypto_amount, rate] = [amount('crypto_amount'), amount('rate')]
  if (crypto_amount && isZero(crypto_amount)) faults.push(fault(['body', 'crypto_amount'], 'not_positive'))
  if (rate && isZero(rate)) faults.push(fault(['body', 'rate'], 'not_positive'))
  faults.push(...assetFaults(fields, crypto_amount), ...destinationFaults(fields))
  const fiat_currency = typeof fields.fiat_currency === 'string' ? fields.fiat_currency : ''
  // What is no code at all, the schema reports.
  if (/^[A-Z]{3}$/.test(fiat_currency) && !isCurrency(fiat_currency)) {
    faults.push(fault(['body', 'fiat_currency'], 'currency_code'))
  }
  const moneyPlaces = currencyDecimals(fiat_currency)
  for (const field of ['fiat_amount', 'fee_amount', 'total_amount']) {
    const value = amount(field)
    if (value && decimalPlaces(value) > moneyPlaces) {
      faults.push(fault(['body', field], 'too_many_decimals', { places: moneyPlaces }))
    }
  }
  // Values derived from a wrong number are not checked.
  const feeIsMissing = fields.fee_amount === undefined || fields.fee_amount === null
  if (faults.length > 0 || !crypto_amount || !rate || !isCurrency(fiat_currency)) return faults
  if (!feeIsMissing && !amount('fee_amount')) return faults

  const price = priceOf({ crypto_amount, fiat_currency, rate, fee_amount: amount('fee_amount') ?? null })
  if (isZero(price.fiat_amount))
    faults.push(fault(['body', 'crypto_amount'], 'price_too_small', { least: smallestAmount(moneyPlaces) }))
  if (integerDigits(price.total_amount) > maxIntegerDigits) {
    faults.push(fault(['body', 'crypto_amount'], 'price_too_large', { digits: maxIntegerDigits }))
  }
  const fiat = amount('fiat_amount')
  if (fiat && compareDecimals(fiat, price.fiat_amount) !== 0) {
    faults.push(fault(['body', 'fiat_amount'], 'fiat_amount_mismatch'))
  }
  const total = amount('total_amount')
  if (total && compareDecimals(total, price.total_amount) !== 0) {
    faults.push(fault(['body', 'total_amount'], 'total_amount_mismatch'))
  }
  return faults
}

/** `0.01` for two places. */
export function smallestAmount(places: number): string {
  return places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`
}

function assetFaults(fields: Record<string, unknown>, crypto_amount: string | undefined): Fault[] {
  const { asset, network } = fields
  if (typeof asset !== 'string' || typeof network !== 'string') return []
  const decimals = assetDecimals(asset, network)
  if (decimals === undefined) return [fault(['body', 'network'], 'asset_not_on_network')]
  if (!crypto_amount || decimalPlaces(crypto_amount) <= decimals) return []
  return [fault(['body', 'crypto_amount'], 'too_many_decimals', { places: decimals })]
}

function destinationFaults({ network, destination_address }: Record<string, unknown>): Fault[] {
  if (typeof destination_address !== 'string') return []
  const known = networks.find((one) => one === network)
  const found = known && addressFault(['body', 'destination_address'], known, destination_address)
  return found ? [found] : []
}
