import { toUnits } from '../../../contract/commodities.ts'
import { fromBaseUnits } from '../../../contract/transfer-assets.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ChainNodes } from '../chain-nodes/chain-node.ts'
import type { DeliveredEffects } from '../purchase-requests/request/delivered-effects.ts'
import { findTransferByTx } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'

/**
 * Asks the node of the network about a delivery. Of an own transfer everything is known, so that its effect is looked at;
 * of a transaction that was made elsewhere, only whether the destination has got the amount from it.
 */
export function createDeliveredEffects({
  db,
  nodes,
  check,
}: {
  db: Db
  nodes: ChainNodes
  /** Asks about an own transfer now, and writes what the node says. */
  check: (transfer: Transfer) => Promise<Transfer>
}): DeliveredEffects {
  return {
    async problemOf({ network, asset, address, amount, txHash }) {
      const node = nodes[network]
      if (!node) return undefined
      const found = await findTransferByTx(db, network, txHash)
      const own = found && (found.status === 'confirmed' ? found : await check(found))
      if (own) {
        const isSame = own.to_address === address && own.asset === asset
        if (!isSame) return 'The transaction pays something else.'
        return own.status === 'confirmed'
          ? undefined
          : (own.effect?.problem ?? 'The transaction is not confirmed.')
      }
      const wanted = toUnits(amount, asset)
      const received = await node.received({ txId: txHash, asset, to: address })
      // What the node cannot know is left to people, as without a node.
      if (received === null) return undefined
      const { amount: got, isFinal } = received
      if (toUnits(fromBaseUnits(got, asset, network), asset) < wanted)
        return 'The destination has not got this amount from this transaction.'
      return isFinal ? undefined : 'The transaction is not deep enough in the chain.'
    },
  }
}
