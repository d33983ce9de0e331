import type { ChainStatementsResponse } from '../../../../contract/books/chain-lines.ts'
import { assetsOn, coins, type PurchaseAsset } from '../../../../contract/money/assets.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../../contract/money/decimal.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { historyAssets } from '../../../../contract/wallets/chain-nodes.ts'
import type { Db } from '../../../platform/db/database.ts'
import { deskCompanyNames } from '../../papers/company-names.ts'
import { listBalances } from '../../wallets/wallet-balances.ts'
import { signedDecimal } from '../stock/signed-decimal.ts'
import { ownWallets } from '../stock/stock-reader.ts'
import { countWaiting, explainingSums, type LineSum, sumsOf } from './chain-line-store.ts'
import { listListings, listOpenGaps } from './chain-listing-store.ts'

/** What is known of the transactions of own wallets. `networks` have a node. */
export function createChainStatements({ db, networks }: { db: Db; networks: readonly Network[] }) {
  return {
    async read(): Promise<ChainStatementsResponse> {
      const wallets = [...(await ownWallets(db)).values()]
      if (wallets.length === 0) return { items: [] }
      const ids = wallets.map(({ id }) => id)
      const companies = await deskCompanyNames(db)
      const listed = addUp(await sumsOf(db, ids))
      const waiting = Map.groupBy(await countWaiting(db), ({ wallet_id }) => wallet_id)
      const gaps = Map.groupBy(await listOpenGaps(db), ({ wallet_id }) => wallet_id)
      const listings = new Map((await listListings(db)).map((one) => [one.wallet_id, one.listed_at]))
      const balances = new Map(
        (await listBalances(db, ids)).map(({ wallet_id, asset, amount }) => [
          `${wallet_id} ${asset}`,
          amount,
        ]),
      )
      return {
        items: wallets.map(({ id, address, companyId, network: name }) => {
          const network = name as Network
          const hasNode = networks.includes(network)
          return {
            wallet_id: id,
            address,
            company_name: companies.get(companyId) ?? '',
            network,
            has_node: hasNode,
            listed_assets: hasNode ? [...historyAssets[network]] : [],
            listed_at: listings.get(id)?.toISOString() ?? null,
            open_lines: (waiting.get(id) ?? []).reduce((sum, { count }) => sum + count, 0),
            gaps: (gaps.get(id) ?? []).map(({ from_at, until_at }) => ({
              from: from_at.toISOString(),
              until: until_at.toISOString(),
            })),
            assets: assetsOn(network).flatMap((asset) => {
              const units = listed.get(`${id} ${asset}`)
              const balance = balances.get(`${id} ${asset}`)
              if (units === undefined && (balance === undefined || toUnits(balance, asset) === 0n)) return []
              const missing = balance === undefined ? null : toUnits(balance, asset) - (units ?? 0n)
              return [
                {
                  asset,
                  listed: signedDecimal(units ?? 0n, asset),
                  on_chain: balance === undefined ? null : canonicalDecimal(balance),
                  missing: missing === null ? null : signedDecimal(missing, asset),
                },
              ]
            }),
          }
        }),
      }
    },
  }
}

export type ChainStatements = ReturnType<typeof createChainStatements>

/** What of the difference between chain and books is explained, in smallest units, by wallet and asset. */
export async function explainedUnits(
  db: Db,
  walletIds: readonly string[],
  transferIds: readonly string[],
): Promise<Map<string, bigint>> {
  return walletIds.length === 0 ? new Map() : addUp(await explainingSums(db, walletIds, transferIds))
}

/** By wallet and asset. Fees are paid in the coin of the network. */
function addUp(sums: readonly LineSum[]): Map<string, bigint> {
  const found = new Map<string, bigint>()
  const add = (walletId: string, asset: PurchaseAsset, units: bigint) => {
    const key = `${walletId} ${asset}`
    if (units !== 0n || !found.has(key)) found.set(key, (found.get(key) ?? 0n) + units)
  }
  for (const { wallet_id, network, asset, amount, fee } of sums) {
    const size = toUnits(amount.replace('-', ''), asset)
    add(wallet_id, asset, amount.startsWith('-') ? -size : size)
    const paid = toUnits(fee, coins[network])
    if (paid !== 0n) add(wallet_id, coins[network], -paid)
  }
  return found
}
