import { type Fault, fault } from '../api/faults.ts'
import { assetDecimals } from '../money/assets.ts'
import { currencyDecimals } from '../money/currencies.ts'
import { decimalPlaces, divideDecimals, integerDigits, isZero, maxIntegerDigits } from '../money/decimal.ts'
import type { CreateQuoteBody } from './deals.ts'
import { priceOf, smallestAmount } from './new-purchase-request.ts'

/** The terms of a request that a quote starts from. */
export interface QuotedTerms {
  asset: string
  network: string
  crypto_amount: string
  fiat_currency: string
  fee_amount: string
}

type Quoted = Pick<CreateQuoteBody, 'rate' | 'fee_amount' | 'crypto_amount' | 'fiat_amount'>

/** Amount and price of a quote. What is not quoted stays as it was. */
export function quotedPrice(terms: QuotedTerms, quoted: Quoted) {
  return priceOf({
    crypto_amount: quoted.fiat_amount
      ? amountFor(terms, quoted.fiat_amount, quoted.rate)
      : (quoted.crypto_amount ?? terms.crypto_amount),
    fiat_currency: terms.fiat_currency,
    rate: quoted.rate,
    fee_amount: quoted.fee_amount ?? terms.fee_amount,
  })
}

/**
 * How much of the asset so much money buys. Rounded to the nearest, a half down: where the smallest unit of the asset
 * costs no more than that of the currency, its price is exactly the money again, since prices round a half up.
 */
function amountFor(terms: QuotedTerms, fiat_amount: string, rate: string): string {
  return divideDecimals(fiat_amount, rate, assetDecimals(terms.asset, terms.network) ?? 0)
}

/** Faults of a quote for these terms. Its amounts are decimal numbers above 0. */
export function quotedFaults(terms: QuotedTerms, quoted: Quoted): Fault[] {
  const faults: Fault[] = []
  const places = assetDecimals(terms.asset, terms.network) ?? 0
  const moneyPlaces = currencyDecimals(terms.fiat_currency)
  if (quoted.crypto_amount && decimalPlaces(quoted.crypto_amount) > places)
    faults.push(fault(['body', 'crypto_amount'], 'too_many_decimals', { places }))
  for (const field of ['fiat_amount', 'fee_amount'] as const) {
    if (quoted[field] && decimalPlaces(quoted[field]) > moneyPlaces)
      faults.push(fault(['body', field], 'too_many_decimals', { places: moneyPlaces }))
  }
  if (faults.length > 0) return faults
  const loc = ['body', quoted.fiat_amount ? 'fiat_amount' : quoted.crypto_amount ? 'crypto_amount' : 'rate']
  const price = quotedPrice(terms, quoted)
  if (isZero(price.fiat_amount))
    faults.push(fault(loc, 'price_too_small', { least: smallestAmount(moneyPlaces) }))
  if (
    integerDigits(price.total_amount) > maxIntegerDigits ||
    integerDigits(price.crypto_amount) > maxIntegerDigits
  )
    faults.push(fault(loc, 'price_too_large', { digits: maxIntegerDigits }))
  return faults
}
