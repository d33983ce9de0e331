import { isDecimal, isZero } from '../../../contract/money/decimal.ts'
import {
  type QuotedTerms,
  quotedFaults,
  quotedPrice,
} from '../../../contract/purchase-requests/quoted-price.ts'

/** What a form for a quote has so far; amounts as the contract writes them. */
export interface Typed {
  rate?: string | undefined
  crypto_amount?: string | undefined
  fiat_amount?: string | undefined
  fee_amount?: string | undefined
}

/** The price that the service would compute; undefined while something is missing or wrong. */
export function quotePrice(terms: QuotedTerms, typed: Typed): ReturnType<typeof quotedPrice> | undefined {
  const { rate = '', crypto_amount = null, fiat_amount = null, fee_amount = null } = typed
  const positive = [rate, crypto_amount ?? '1', fiat_amount ?? '1']
  if (!positive.every((amount) => isDecimal(amount) && !isZero(amount))) return undefined
  if (!isDecimal(fee_amount ?? '0')) return undefined
  const quoted = { rate, crypto_amount, fiat_amount, fee_amount }
  return quotedFaults(terms, quoted).length === 0 ? quotedPrice(terms, quoted) : undefined
}
