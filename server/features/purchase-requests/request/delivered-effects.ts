import { addDecimals } from '../../../../contract/money/decimal.ts'
import { isTxHash, takesDeliveries } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { isSamePart, listOfTransaction } from '../facts/delivery-store.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'

/** What an address is said to have got from a transaction. */
export interface DeliveredPayment {
  asset: PurchaseRequest['asset']
  address: string
  /** A decimal number. */
  amount: string
}

type Transaction = { network: PurchaseRequest['network']; txHash: string }

/** What the network did with a transaction, where a node can be asked. */
export interface DeliveredEffects {
  /** Why the transaction has not delivered this; undefined if it has, or if there is no node of the network. */
  problemOf(delivery: DeliveredPayment & Transaction): Promise<string | undefined>
  /** Whether a node confirms that the transaction pays all of these; false if none can tell. */
  paysAll(transaction: Transaction, payments: readonly DeliveredPayment[]): Promise<boolean>
}

/** The deliveries of other requests which the node confirms to be paid by the same transaction as well. */
export type Shared = ReadonlySet<string>

const nothing: Shared = new Set()

/**
 * Before a delivery is recorded, and outside of its transaction: a node may take seconds. What is refused for another
 * reason is left to the checks that follow.
 */
export async function demandDelivered(
  db: Db,
  effects: DeliveredEffects,
  request: PurchaseRequest,
  { txHash, amount, output = null }: { txHash: string; amount: string; output?: number | null },
): Promise<Shared> {
  const { network, asset, status, destination_address: address } = request
  if (!takesDeliveries.includes(status) || address === null || !isTxHash(network, txHash)) return nothing
  const others = await listOfTransaction(db, network, txHash)
  const same = others.filter((other) => isSamePart(other, output))
  if (same.some(({ request_id }) => request_id === request.id)) return nothing
  const payments = [...others, { asset, destination_address: address, amount }].reduce(addPayment, [])
  const own = payments.find((one) => one.asset === asset && one.address === address)
  // Together with what other deliveries say that this address has got from the transaction.
  const problem = own && (await effects.problemOf({ ...own, network, txHash }))
  if (problem !== undefined)
    throw new Failure('conflict', 'delivery_unconfirmed', 'The node does not confirm this delivery.', {
      problem,
    })
  if (same.length === 0 || !(await effects.paysAll({ network, txHash }, payments))) return nothing
  return new Set(others.map(({ id }) => id))
}

/** One payment for each address. A delivery without one cannot be confirmed, so its address is empty. */
function addPayment(
  payments: DeliveredPayment[],
  given: Pick<PurchaseRequest, 'asset' | 'destination_address'> & { amount: string },
): DeliveredPayment[] {
  const { asset, destination_address, amount } = given
  const address = destination_address ?? ''
  const known = payments.find((one) => one.asset === asset && one.address === address)
  if (!known) return [...payments, { asset, address, amount }]
  return payments.map((one) => (one === known ? { ...one, amount: addDecimals(one.amount, amount) } : one))
}
