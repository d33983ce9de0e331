import { type Fault, fault } from '../../../../contract/api/faults.ts'
import { assetDecimals } from '../../../../contract/money/assets.ts'
import { decimalPlaces } from '../../../../contract/money/decimal.ts'
import type { CorrectPurchaseRequestBody } from '../../../../contract/purchase-requests/deals.ts'
import { takesDeliveries } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { quotedFaults } from '../../../../contract/purchase-requests/quoted-price.ts'
import { addressFault } from '../../../../contract/wallets/unpayable-addresses.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { WalletService } from '../../wallets/wallet-service.ts'
import type { Destination } from '../request/destination.ts'
import type { PurchaseRequest } from '../request/purchase-request-store.ts'

/** What the request would be about. */
export function correctedTerms(request: PurchaseRequest, body: CorrectPurchaseRequestBody) {
  return {
    asset: body.asset ?? request.asset,
    network: body.network ?? request.network,
    crypto_amount: body.crypto_amount ?? request.crypto_amount,
    fiat_currency: request.fiat_currency,
    rate: request.rate,
    fee_amount: request.fee_amount,
  }
}

/** The destination that is asked for. A new address replaces a wallet or an entry of the book, and the other way round. */
export function correctedDestination(
  request: PurchaseRequest,
  body: CorrectPurchaseRequestBody,
): Destination {
  const { wallet_id, address_id, destination_address } = body
  if (wallet_id === undefined && address_id === undefined && destination_address === undefined)
    return {
      wallet_id: request.wallet_id,
      address_id: request.address_id,
      destination_address: request.destination_address,
    }
  return {
    wallet_id: wallet_id ?? null,
    address_id: address_id ?? null,
    destination_address: destination_address ?? null,
  }
}

/**
 * Whether a paid request is taken from a retired wallet to the current one of the organization, and nothing else
 * changes. After the money has come that is the only correction: who may correct must not send the coins elsewhere.
 */
export async function isRescue(
  db: Db,
  wallets: Pick<WalletService, 'findRetired'>,
  { status, network, destination_address }: PurchaseRequest,
  {
    version: _version,
    wallet_id,
    destination_address: _checked,
    compared_in_full: _compared,
    ...others
  }: CorrectPurchaseRequestBody,
): Promise<boolean> {
  if (!takesDeliveries.includes(status) || !wallet_id || Object.keys(others).length > 0) return false
  if (destination_address === null) return false
  return (await wallets.findRetired(db, network, destination_address)) !== undefined
}

/** By the rules of a new request, for what it would be: asset and network, decimal places, price, address. */
export function correctedFaults(request: PurchaseRequest, body: CorrectPurchaseRequestBody): Fault[] {
  const terms = correctedTerms(request, body)
  const { destination_address } = correctedDestination(request, body)
  const faults: Fault[] = []
  const places = assetDecimals(terms.asset, terms.network)
  if (places === undefined) faults.push(fault(['body', 'network'], 'asset_not_on_network'))
  else if (decimalPlaces(terms.crypto_amount) > places)
    faults.push(fault(['body', 'crypto_amount'], 'too_many_decimals', { places }))
  const wrong =
    destination_address === null
      ? undefined
      : addressFault(['body', 'destination_address'], terms.network, destination_address)
  if (wrong) faults.push(wrong)
  if (faults.length > 0) return faults
  return quotedFaults(terms, { rate: terms.rate, crypto_amount: terms.crypto_amount })
}
