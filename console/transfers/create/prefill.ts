import { coins } from '../../../contract/money/assets.ts'
import { readPurchaseRequest } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { listAddresses, readAddress } from '../../../contract/operations/wallets/address-book.ts'
import {
  listDeliverySources,
  readDeliveryProgress,
  readTransfer,
} from '../../../contract/operations/wallets/transfers.ts'
import { listWalletGenerations } from '../../../contract/operations/wallets/wallets.ts'
import { type TransferTerms, usualFeeCeiling } from '../../../contract/wallets/transfer-rules.ts'
import type { TransferResponse } from '../../../contract/wallets/transfers.ts'
import { call } from '../../api/client.ts'
import { shownAmount } from '../intent/base-units.ts'
import { type Delivery, nothingPrepared, type Prepared } from './prepared.ts'

/** What the address of the page says about a new transfer: a request, a replaced transfer, or a wallet to empty. */
export async function prefill(params: URLSearchParams): Promise<Prepared> {
  const replaces = params.get('replaces')
  if (replaces) return replacementOf(replaces)
  const requestId = params.get('request_id')
  const asked = requestId ? await preparedFor(requestId) : nothingPrepared
  const organizationId = params.get('organization_id') ?? asked.organizationId
  const walletId = params.get('wallet_id')
  if (!organizationId) return asked
  const wallets = await walletsOf(organizationId)
  const wallet = walletId ? wallets.find(({ id }) => id === walletId) : undefined
  const isAll = params.get('amount') === 'all'
  const from = wallet && { walletId: wallet.id, network: wallet.network, asset: coins[wallet.network] }
  return { ...asked, organizationId, ...from, addressId: params.get('address_id') ?? asked.addressId, isAll }
}

/** The same payment, with the wallet, the asset and the recipient of the one that it replaces. */
async function replacementOf(id: string): Promise<Prepared> {
  const { network, asset, amount, ...replaced } = await call(readTransfer, { params: { transfer_id: id } })
  return {
    organizationId: replaced.organization_id,
    walletId: replaced.from_wallet_id,
    network,
    asset,
    addressId: replaced.address_id,
    amount: amount === 'all' ? '' : shownAmount(amount, asset, network),
    isAll: amount === 'all',
    fee: raisedFee(replaced.signature?.fee, { network, asset }),
    reason: replaced.reason,
    requestId: replaced.request_id,
    replaces: id,
    delivery: await deliveryOf(replaced),
  }
}

/** The request of the client that a transfer of the desk delivers. */
async function deliveryOf({
  client_id,
  request_id,
  to_address,
  memo,
}: Pick<TransferResponse, 'client_id' | 'request_id' | 'to_address' | 'memo'>): Promise<Delivery | null> {
  if (client_id === null || request_id === null) return null
  const { number } = await call(readPurchaseRequest, { params: { request_id } })
  return { clientId: client_id, address: to_address, memo, number }
}

/** Nodes ask for more than was paid before: half as much again, if the usual ceiling does not allow it. Null: the usual one. */
function raisedFee(paid: string | undefined, { network, asset }: Pick<TransferTerms, 'network' | 'asset'>) {
  const raised = (BigInt(paid ?? 0) * 3n) / 2n
  return raised > usualFeeCeiling(network, asset)
    ? shownAmount(String(raised), coins[network], network)
    : null
}

/** What is left to deliver of a request: from a wallet of the desk, if it has any, or from one of the organization itself. */
async function preparedFor(requestId: string): Promise<Prepared> {
  const request = await call(readPurchaseRequest, { params: { request_id: requestId } })
  const { organization_id, network, asset, destination_address, number, totals } = request
  const { items } = await call(listDeliverySources, { params: { request_id: requestId } })
  const [source] = items
  if (source && destination_address !== null) {
    const { address_id } = request
    const entry = address_id && (await call(readAddress, { params: { organization_id, address_id } }))
    const memo = entry ? entry.memo : null
    const { left } = await call(readDeliveryProgress, { params: { request_id: requestId } })
    return {
      ...nothingPrepared,
      organizationId: source.organization_id,
      walletId: source.wallet_id,
      network,
      asset,
      amount: left,
      reason: number,
      requestId,
      delivery: { clientId: organization_id, address: destination_address, memo, number },
    }
  }
  const [wallets, book] = await Promise.all([
    walletsOf(organization_id),
    call(listAddresses, { params: { organization_id }, query: { network } }),
  ])
  const to = book.items.find((one) => one.address === destination_address && one.removed_at === null)
  const wallet = wallets.find((one) => one.network === network && one.id !== to?.id)
  return {
    ...nothingPrepared,
    organizationId: organization_id,
    ...(wallet && { walletId: wallet.id, network, asset }),
    addressId: to?.id ?? '',
    amount: totals.undelivered_amount,
    reason: number,
    requestId,
  }
}

/** The current ones first. */
async function walletsOf(organization_id: string) {
  const { items } = await call(listWalletGenerations, { params: { organization_id } })
  return items.flatMap(({ wallets }) => wallets)
}
