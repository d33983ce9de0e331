import { compareDecimals } from '../../../contract/money/decimal.ts'
import type { CorrectPurchaseRequestBody } from '../../../contract/purchase-requests/deals.ts'
import type {
  FieldChange,
  PurchaseRequestResponse,
} from '../../../contract/purchase-requests/purchase-requests.ts'
import { quotePrice } from './quote-price.ts'

type Correction = Omit<CorrectPurchaseRequestBody, 'version' | 'compared_in_full'>
type Terms = Pick<
  PurchaseRequestResponse,
  'asset' | 'network' | 'crypto_amount' | 'wallet_id' | 'address_id' | 'destination_address' | 'comment'
>

type Priced = Terms & Pick<PurchaseRequestResponse, 'rate' | 'fiat_currency' | 'fee_amount' | 'total_amount'>

/** The fields of the form, empty where the request has none. */
export interface CorrectionForm {
  asset: Terms['asset']
  network: Terms['network']
  crypto_amount: string
  /** The entry of the address book; the address is empty then. */
  address_id: string
  destination_address: string
  comment: string
}

export function correctionForm(request: Terms): CorrectionForm {
  const { asset, network, crypto_amount, address_id, destination_address, comment } = request
  return {
    asset,
    network,
    crypto_amount,
    address_id: address_id ?? '',
    destination_address: address_id ? '' : (destination_address ?? ''),
    comment: comment ?? '',
  }
}

const destinationFields: readonly (keyof CorrectionForm)[] = ['network', 'address_id', 'destination_address']

/**
 * What the person has changed since the form was opened, and nothing else: what somebody else has corrected in the
 * meantime stays.
 */
export function correctionOf(opened: CorrectionForm, typed: CorrectionForm): Correction {
  const names = Object.keys(opened) as (keyof CorrectionForm)[]
  const changed = names.filter((name) => typed[name] !== opened[name])
  const correction: Correction = Object.fromEntries(changed.map((name) => [name, typed[name] || null]))
  // A wallet is on one network, and has one address; so has an entry of the address book.
  if (!changed.some((name) => destinationFields.includes(name))) return correction
  if (typed.address_id) {
    const { destination_address: _, ...others } = correction
    return { ...others, address_id: typed.address_id }
  }
  return { ...correction, wallet_id: null, destination_address: typed.destination_address || null }
}

/** What would change, from what to what, also the price. A wallet or an entry of the book is shown as its address. */
export function changesOf(
  request: Priced,
  { wallet_id: _, address_id, accept_rate: _accepted, ...correction }: Correction,
  addressOf: (id: string) => string | undefined = () => undefined,
): FieldChange[] {
  const shown = address_id
    ? { ...correction, destination_address: addressOf(address_id) ?? null }
    : correction
  const changes = Object.entries(shown).flatMap(([field, to]) => {
    const from = request[field as keyof Terms]
    return from === to ? [] : [{ field, from, to }]
  })
  const { asset = request.asset, network = request.network, crypto_amount } = correction
  const terms = { ...request, asset, network }
  const { total_amount: to = null } = quotePrice(terms, { rate: request.rate, crypto_amount }) ?? {}
  const isSame = to === null || compareDecimals(to, request.total_amount) === 0
  return isSame ? changes : [...changes, { field: 'total_amount', from: request.total_amount, to }]
}
