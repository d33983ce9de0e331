import { isTxHash, takesDeliveries } from '../../../../contract/purchase-request-rules.ts'
import { Failure } from '../../../platform/errors.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

/** What the network did with a transaction, where a node can be asked. */
export interface DeliveredEffects {
  /** Why the transaction has not delivered this; undefined if it has, or if there is no node of the network. */
  problemOf(delivery: {
    network: PurchaseRequest['network']
    asset: PurchaseRequest['asset']
    address: string
    /** A decimal number. */
    amount: string
    txHash: string
  }): Promise<string | undefined>
}

/**
 * Before a delivery is recorded, and outside of its transaction: a node may take seconds. What is refused for another
 * reason is left to the checks that follow.
 */
export async function demandDelivered(
  effects: DeliveredEffects,
  request: PurchaseRequest,
  { txHash, amount }: { txHash: string; amount: string },
): Promise<void> {
  const { network, asset, status, destination_address: address } = request
  if (!takesDeliveries.includes(status) || address === null || !isTxHash(network, txHash)) return
  const problem = await effects.problemOf({ network, asset, address, amount, txHash })
  if (problem === undefined) return
  throw new Failure('conflict', 'delivery_unconfirmed', 'The node does not confirm this delivery.', {
    problem,
  })
}
