import { type PurchaseAsset, purchasableAssets } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import {
  type IncomingPaymentListResponse,
  incomingAssets,
  type WalletBalanceListResponse,
} from '../../../contract/wallets/chain-nodes.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, unavailable } from '../../platform/errors.ts'
import { createSlots } from '../../platform/slots.ts'
import type { GenerationService } from '../wallets/generation-service.ts'
import { keepBalance } from '../wallets/wallet-balances.ts'
import type { ChainNode, ChainNodes, IncomingPayment } from './chain-node.ts'

export type ChainNodesService = ReturnType<typeof createChainNodesService>

const freshMs = 30_000
const mostAnswers = 2000
/** Questions to one node at the same time, so that a node that hangs does not keep the others waiting. */
const atOnce = 4
const longestWaitMs = 10_000

/** What a node said, or that it did not. */
type Asked<T> = { said: T | null; at: Date }

/** What nodes say about the wallets of an organization. It is shown to people; nothing is decided by it. */
export function createChainNodesService({
  db,
  now,
  nodes,
  wallets,
}: {
  db: Db
  now: () => Date
  nodes: ChainNodes
  wallets: Pick<GenerationService, 'list'>
}) {
  const slots = new Map(
    Object.values(nodes).map(({ network }) => [
      network,
      createSlots(atOnce, longestWaitMs, () => busy(network)),
    ]),
  )
  const askBalance = createQuestion<bigint>()
  const askIncoming = createQuestion<IncomingPayment[]>()

  /** Remembers for half a minute what was said, also that nothing was. Who asks meanwhile waits for the same answer. */
  function createQuestion<T>() {
    const answers = createBoundedCache<{ answer: Promise<Asked<T>>; at: number }>(mostAnswers)
    return (network: Network, key: string, ask: () => Promise<T>): Promise<Asked<T>> => {
      const at = now()
      const known = answers.get(key)
      if (known && Math.abs(at.getTime() - known.at) < freshMs) return known.answer
      const answer = inSlot(network, ask).then((said) => ({ said, at }))
      // A defect is not remembered.
      answer.catch(() => answers.delete(key))
      answers.set(key, { answer, at: at.getTime() })
      return answer
    }
  }

  async function inSlot<T>(network: Network, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await (slots.get(network) as NonNullable<ReturnType<typeof slots.get>>)(ask)
    } catch (error) {
      if (error instanceof Failure && error.code === 'node_unavailable') return null
      throw error
    }
  }

  /** The wallets of all generations on networks with a node, those of the current one first. */
  async function walletsWithNode(organizationId: string) {
    const { items } = await wallets.list(organizationId)
    return items.flatMap(({ generation, wallets }) =>
      wallets.flatMap(({ id, network, address }) => {
        const node: ChainNode | undefined = nodes[network]
        return node ? [{ node, place: { wallet_id: id, network, address, generation } }] : []
      }),
    )
  }

  return {
    async balances(organizationId: string): Promise<WalletBalanceListResponse> {
      const asked = (await walletsWithNode(organizationId)).flatMap(({ node, place }) =>
        assetsOf(place.network).map(async (asset) => {
          const { network, address } = place
          const key = `${network}:${asset}:${address}`
          const { said, at } = await askBalance(network, key, async () => {
            const checked_at = now()
            const units = await node.balance(address, asset)
            const amount = fromBaseUnits(units, asset, network)
            await keepBalance(db, { wallet_id: place.wallet_id, asset, amount, checked_at })
            return units
          })
          return {
            ...place,
            asset,
            amount: said === null ? null : said.toString(),
            problem: said === null ? ('node_unavailable' as const) : null,
            checked_at: at.toISOString(),
          }
        }),
      )
      return { items: await Promise.all(asked) }
    },

    async incoming(organizationId: string): Promise<IncomingPaymentListResponse> {
      const asked = (await walletsWithNode(organizationId)).map(async ({ node, place }) => {
        const { network, address } = place
        const { said, at } = await askIncoming(network, `${network}:${address}`, () => node.incoming(address))
        return {
          ...place,
          assets: [...incomingAssets[network]],
          payments: (said ?? []).map(toPayment),
          problem: said === null ? ('node_unavailable' as const) : null,
          checked_at: at.toISOString(),
        }
      })
      return { items: await Promise.all(asked) }
    },
  }
}

function assetsOf(network: Network): PurchaseAsset[] {
  return purchasableAssets.filter((one) => one.network === network).map(({ asset }) => asset)
}

function busy(network: Network): Failure {
  return unavailable('node_unavailable', `The ${network} node has too much to answer.`)
}

function toPayment({ txId, asset, amount, from, confirmations, at }: IncomingPayment) {
  return {
    tx_id: txId,
    asset,
    amount: amount.toString(),
    from,
    confirmations,
    at: at === null ? null : at.toISOString(),
  }
}
