import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { usualTxHash } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ChainNodes } from '../../chain-nodes/chain-node.ts'
import type { DeliveredEffects } from '../../purchase-requests/request/delivered-effects.ts'
import { findTransferByTx, listTogether } from '../transfer/transfer-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'

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
    async paysAll({ network, txHash }, payments) {
      const node = nodes[network]
      if (!node) return false
      for (const { asset, address, amount } of payments) {
        if (address === '') return false
        const received = await node.received({ txId: txHash, asset, to: address })
        if (!received?.isFinal || missesAmount(received.amount, { network, asset, amount })) return false
      }
      return true
    },

    async problemOf({ network, asset, address, amount, txHash }) {
      const node = nodes[network]
      if (!node) return undefined
      const found = await findTransferByTx(db, network, usualTxHash(network, txHash))
      if (found) {
        const paying = (await listTogether(db, found)).filter(
          (one) => one.to_address === address && one.asset === asset,
        )
        const paid = paying.reduce((sum, one) => sum + BigInt(one.signed_amount ?? '0'), 0n)
        if (paying.length === 0 || missesAmount(paid, { network, asset, amount }))
          return 'The transaction pays something else.'
        for (const one of paying) {
          const own = one.status === 'confirmed' ? one : await check(one)
          if (own.status !== 'confirmed') return own.effect?.problem ?? 'The transaction is not confirmed.'
        }
        return undefined
      }
      const received = await node.received({ txId: txHash, asset, to: address })
      // What the node cannot know is left to people, as without a node.
      if (received === null) return undefined
      const { amount: got, isFinal } = received
      if (missesAmount(got, { network, asset, amount }))
        return 'The destination has not got this amount from this transaction.'
      return isFinal ? undefined : 'The transaction is not deep enough in the chain.'
    },
  }
}

/** Whether an amount in base units is less than what was to be delivered. */
function missesAmount(
  got: bigint,
  { network, asset, amount }: { network: Network; asset: PurchaseAsset; amount: string },
): boolean {
  return toUnits(fromBaseUnits(got, asset, network), asset) < toUnits(amount, asset)
}
