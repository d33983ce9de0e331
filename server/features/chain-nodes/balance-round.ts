import type { Logger } from 'pino'
import { purchasableAssets } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { keepBalance, listUnchecked } from '../wallets/wallet-balances.ts'
import type { ChainNode, ChainNodes } from './chain-node.ts'

const minute = 60_000
/** Wallets of each network in a run: a node of somebody else is not to be flooded. */
const atOnce = 50
/** What was said is good for so long. Another instance of the service sees it too and does not ask again. */
const goodForMs = 60 * minute

/** Asks the nodes about all wallets, a few at a time, the newest wallets first, so that a list of them needs to ask nobody. */
export function createBalanceRound({
  db,
  now,
  log,
  nodes,
}: {
  db: Db
  now: () => Date
  log: Logger
  nodes: ChainNodes
}): Job {
  /** Where the round of each network is. */
  const places = new Map<Network, string | null>()

  async function ask(node: ChainNode, stopping: AbortSignal): Promise<void> {
    const { network } = node
    const before = new Date(now().getTime() - goodForMs)
    const wallets = await listUnchecked(db, {
      network,
      below: places.get(network) ?? null,
      before,
      limit: atOnce,
    })
    for (const { id, address } of wallets) {
      if (stopping.aborted) return
      for (const { asset } of purchasableAssets.filter((one) => one.network === network)) {
        const checked_at = now()
        const amount = fromBaseUnits(await node.balance(address, asset), asset, network)
        await keepBalance(db, { wallet_id: id, asset, amount, checked_at })
      }
      places.set(network, id)
    }
    if (wallets.length < atOnce) places.set(network, null)
  }

  return {
    name: 'wallet-balances',
    intervalMs: minute,
    jitter: 0.2,
    async run(stopping) {
      await Promise.all(
        Object.values(nodes).map(async (node) => {
          try {
            await ask(node, stopping)
          } catch (error) {
            if (!(error instanceof Failure) || error.code !== 'node_unavailable') throw error
            log.debug({ network: node.network }, 'a node did not say what is on wallets')
          }
        }),
      )
    },
  }
}
