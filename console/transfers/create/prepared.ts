import type { Fault } from '../../../contract/api/faults.ts'
import {
  assetDecimals,
  coins,
  type PurchaseAsset,
  purchasableAssets,
} from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { type TransferTerms, transferFaults } from '../../../contract/wallets/transfer-rules.ts'
import type { NewTransferBody } from '../../../contract/wallets/transfers.ts'
import { parseAmount } from '../../shared/values/amounts.ts'
import { suggestedFee, toBaseUnits } from '../intent/base-units.ts'

/** A transfer while somebody prepares it, with amounts as they are typed. */
export interface Prepared {
  organizationId: string | null
  walletId: string
  /** That of the wallet. */
  network: Network | null
  asset: PurchaseAsset | null
  addressId: string
  amount: string
  isAll: boolean
  /** Null: as suggested. */
  fee: string | null
  reason: string
  requestId: string | null
  replaces: string | null
  /** Of a wallet of the desk that delivers the request of a client: where it goes is not chosen. */
  delivery: Delivery | null
}

export interface Delivery {
  clientId: string
  address: string
  memo: string | null
  /** The number of the request. */
  number: string
}

export const nothingPrepared: Prepared = {
  organizationId: null,
  walletId: '',
  network: null,
  asset: null,
  addressId: '',
  amount: '',
  isAll: false,
  fee: null,
  reason: '',
  requestId: null,
  replaces: null,
  delivery: null,
}

/** The assets of a network, its coin first. */
export function assetsOf(network: Network): PurchaseAsset[] {
  const assets = purchasableAssets.filter((one) => one.network === network).map(({ asset }) => asset)
  return assets.toSorted((a, b) => Number(b === coins[network]) - Number(a === coins[network]))
}

/** A wallet of another network has other assets and other recipients. */
export function withWallet(
  prepared: Prepared,
  wallet: { id: string; network: Network } | undefined,
): Prepared {
  if (!wallet) return { ...prepared, walletId: '', network: null, asset: null, addressId: '', fee: null }
  const { id, network } = wallet
  if (network === prepared.network) return { ...prepared, walletId: id }
  const isThere = prepared.asset !== null && assetDecimals(prepared.asset, network) !== undefined
  const asset = isThere ? prepared.asset : coins[network]
  return { ...prepared, walletId: id, network, asset, addressId: '', fee: null }
}

/** The typed or the suggested fee ceiling. */
export function feeOf({ fee, network, asset }: Prepared): string {
  return fee ?? (network && asset ? suggestedFee(network, asset) : '')
}

export type Field = 'organization' | 'wallet' | 'address' | 'amount' | 'fee' | 'reason'
export const fieldsOfSteps: readonly (readonly Field[])[] = [
  ['organization', 'wallet'],
  ['address', 'amount', 'fee', 'reason'],
  [],
]

/** Which fields are not filled in, or hold no amount of the asset. */
export function missingIn(prepared: Prepared, locale: string): Field[] {
  const { network, asset, isAll } = prepared
  const units = (typed: string, of: PurchaseAsset) =>
    network ? toBaseUnits(parseAmount(typed, locale), of, network) : undefined
  const isFilled: Record<Field, boolean> = {
    organization: prepared.organizationId !== null,
    wallet: prepared.walletId !== '' && asset !== null,
    address: prepared.delivery !== null || prepared.addressId !== '',
    amount: isAll || (asset !== null && (units(prepared.amount, asset) ?? 0n) > 0n),
    fee: network !== null && units(feeOf(prepared), coins[network]) !== undefined,
    reason: prepared.reason.trim() !== '',
  }
  return (Object.keys(isFilled) as Field[]).filter((field) => !isFilled[field])
}

/** What the service would refuse of the amount and the fee, by the same rules. */
export function faultsIn(prepared: Prepared, locale: string): { field: Field; fault: Fault }[] {
  const units = termsOf(prepared, locale)
  if (!units) return []
  return transferFaults(units).map((fault) => ({
    field: fault.loc.includes('fee_ceiling') ? 'fee' : 'amount',
    fault,
  }))
}

/** The amount and the fee ceiling in base units; undefined while one of them is no amount. */
function termsOf(prepared: Prepared, locale: string): TransferTerms | undefined {
  const { network, asset, isAll } = prepared
  const missing = missingIn(prepared, locale)
  if (!network || !asset || missing.includes('amount') || missing.includes('fee')) return undefined
  const units = (typed: string, of: PurchaseAsset) =>
    String(toBaseUnits(parseAmount(typed, locale), of, network))
  return {
    network,
    asset,
    amount: isAll ? 'all' : units(prepared.amount, asset),
    fee_ceiling: units(feeOf(prepared), coins[network]),
  }
}

/** What is sent to the service; undefined while something is missing. */
export function bodyOf(prepared: Prepared, locale: string): NewTransferBody | undefined {
  const { organizationId, walletId, addressId, requestId, replaces, delivery } = prepared
  const terms = termsOf(prepared, locale)
  if (missingIn(prepared, locale).length > 0 || !organizationId || !terms) return undefined
  return {
    ...terms,
    organization_id: organizationId,
    from_wallet_id: walletId,
    ...(delivery === null && { address_id: addressId }),
    reason: prepared.reason.trim(),
    ...(requestId && { request_id: requestId }),
    ...(replaces && { replaces }),
  }
}
