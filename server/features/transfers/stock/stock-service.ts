import { coins } from '../../../../contract/money/assets.ts'
import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals, compareDecimals, decimalDifference } from '../../../../contract/money/decimal.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import { usualFeeCeiling } from '../../../../contract/wallets/transfer-rules.ts'
import type {
  DeliveryProgressResponse,
  DeliverySourcesResponse,
} from '../../../../contract/wallets/transfers.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ChainNodes } from '../../chain-nodes/chain-node.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import type { OwnOrganizations } from '../../organizations/own-organizations.ts'
import type {
  PurchaseRequest,
  PurchaseRequestRecords,
} from '../../purchase-requests/purchase-request-records.ts'
import { keepBalance, listBalances } from '../../wallets/wallet-balances.ts'
import type { WalletService } from '../../wallets/wallet-service.ts'
import { listPayingTransfers } from '../transfer/transfer-store.ts'
import { signedOnTheWay, unitsOnTheWay } from './paid-request.ts'
import { reservedIn } from './wallet-reserve.ts'

export type StockService = ReturnType<typeof createStockService>
type Source = DeliverySourcesResponse['items'][number]

/** What is being delivered from wallets of the desk, and what could be. */
export function createStockService({
  db,
  now,
  organizations,
  ownOrganizations,
  ownWallets,
  requests,
  nodes,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'list'>
  ownOrganizations: Pick<OwnOrganizations, 'list'>
  ownWallets: Pick<WalletService, 'listCurrent'>
  requests: Pick<PurchaseRequestRecords, 'require' | 'undelivered' | 'accountedTransactions'>
  nodes: ChainNodes
}) {
  async function progress(request: PurchaseRequest): Promise<DeliveryProgressResponse> {
    const { id, asset, network } = request
    const shown = (units: bigint) => fromBaseUnits(units, asset, network)
    const onTheWay = await signedOnTheWay(db, requests, request)
    const all = await unitsOnTheWay(db, requests, request, { withDrafts: true })
    const decided = await unitsOnTheWay(db, requests, request, {})
    const undelivered = requests.undelivered(request)
    const left = toUnits(undelivered, asset) - toUnits(shown(all), asset)
    const open = (await listPayingTransfers(db, id, { withDrafts: true })).filter(
      ({ client_id, status }) => client_id !== null && ['draft', 'signed', 'sent'].includes(status),
    )
    return {
      request_id: id,
      asset,
      network,
      undelivered_amount: undelivered,
      on_the_way: shown(onTheWay),
      prepared: shown(all - decided),
      left: fromUnits(left > 0n ? left : 0n, asset).replace(/\.?0+$/, '') || '0',
      transfers: open.map(({ id, status, amount, signed_amount, tx_id }) => ({
        id,
        status,
        amount: shown(BigInt(signed_amount ?? amount)),
        tx_id,
      })),
    }
  }

  /** What a node says now; what one said before if it does not answer, or if there is none. */
  async function balanceOf(
    { id, address }: { id: string; address: string },
    { network, asset }: Pick<PurchaseRequest, 'network' | 'asset'>,
  ): Promise<{ balance: string | null; checked_at: string | null }> {
    const node = nodes[network]
    try {
      if (node) {
        const checked_at = now()
        const amount = fromBaseUnits(await node.balance(address, asset), asset, network)
        await keepBalance(db, { wallet_id: id, asset, amount, checked_at })
        return { balance: amount, checked_at: checked_at.toISOString() }
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    const known = (await listBalances(db, [id])).find((one) => one.asset === asset)
    return { balance: known?.amount ?? null, checked_at: known?.checked_at.toISOString() ?? null }
  }

  /** What the wallet has of an asset beside what transfers that are not carried out yet take. */
  async function freeOf(
    wallet: { id: string; address: string },
    { network, asset }: Pick<PurchaseRequest, 'network' | 'asset'>,
  ) {
    const known = await balanceOf(wallet, { network, asset })
    const reserved = fromBaseUnits((await reservedIn(db, wallet.id)).get(asset) ?? 0n, asset, network)
    const free = known.balance === null ? null : decimalDifference(known.balance, reserved)
    return { ...known, reserved, free }
  }

  return {
    async progress(id: string): Promise<DeliveryProgressResponse> {
      return progress(await requests.require(db, id))
    },

    async sources(id: string): Promise<DeliverySourcesResponse> {
      const request = await requests.require(db, id)
      const { asset, network } = request
      const { left } = await progress(request)
      const own = await ownOrganizations.list(db)
      const names = new Map(
        (own.length > 0 ? await organizations.list(db, own) : []).map((one) => [
          one.id,
          one.short_name ?? one.full_name,
        ]),
      )
      const coin = coins[network]
      const fee = fromBaseUnits(usualFeeCeiling(network, asset), coin, network)
      const needed = asset === coin ? addDecimals(left, fee) : left
      const items: Source[] = []
      for (const organization_id of own) {
        const wallets = await ownWallets.listCurrent(db, organization_id)
        for (const wallet of wallets.filter((one) => one.network === network)) {
          const found = await freeOf(wallet, request)
          const { free } = found
          // A token is sent with the coin of the network. Where nobody knows how much of it there is, the signature tells.
          const fuel = asset === coin ? null : (await freeOf(wallet, { network, asset: coin })).free
          const paysFee = asset === coin || fuel === null || compareDecimals(fuel, fee) >= 0
          items.push({
            organization_id,
            organization_name: names.get(organization_id) ?? '',
            wallet_id: wallet.id,
            address: wallet.address,
            ...found,
            pays_fee: paysFee,
            is_enough: free !== null && compareDecimals(free, needed) >= 0 && paysFee,
          })
        }
      }
      return { items: items.toSorted(byUse) }
    },
  }
}

/** Enough before too little; of those that have enough the smallest first, of the others the largest. */
function byUse(a: Source, b: Source): number {
  if (a.is_enough !== b.is_enough) return a.is_enough ? -1 : 1
  const order = compareDecimals(a.free ?? '0', b.free ?? '0')
  return a.is_enough ? order : -order
}
