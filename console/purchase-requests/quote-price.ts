import { currencyDecimals } from '../../contract/currencies.ts'
import { decimalPlaces, divideDecimals, isDecimal, isZero } from '../../contract/decimal.ts'
import { priceOf } from '../../contract/new-purchase-request.ts'
import { assetDecimals } from '../../contract/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'

type Asked = Pick<
  PurchaseRequestResponse,
  'asset' | 'network' | 'crypto_amount' | 'fiat_currency' | 'fee_amount'
>

/** What a form for a quote has so far; amounts as the contract writes them. */
export interface Terms {
  rate?: string | undefined
  crypto_amount?: string | undefined
  fiat_amount?: string | undefined
  fee_amount?: string | undefined
}

/** The price that the service would compute; undefined while something is missing or wrong. */
export function quotePrice(request: Asked, terms: Terms): ReturnType<typeof priceOf> | undefined {
  const { rate = '', fiat_amount, fee_amount = request.fee_amount } = terms
  const places = assetDecimals(request.asset, request.network)
  const given = [rate, fee_amount, fiat_amount ?? terms.crypto_amount ?? request.crypto_amount]
  if (places === undefined || !given.every(isDecimal) || isZero(rate)) return undefined
  if (decimalPlaces(fee_amount) > currencyDecimals(request.fiat_currency)) return undefined
  const crypto_amount =
    fiat_amount === undefined
      ? (terms.crypto_amount ?? request.crypto_amount)
      : divideDecimals(fiat_amount, rate, places)
  return priceOf({ crypto_amount, fiat_currency: request.fiat_currency, rate, fee_amount })
}
