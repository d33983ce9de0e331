import { toUnits } from '../../../contract/commodities.ts'
import { type Fault, fault } from '../../../contract/faults.ts'
import { takesDeliveries } from '../../../contract/purchase-request-rules.ts'
import { fromBaseUnits } from '../../../contract/transfer-assets.ts'
import type { Db } from '../../platform/db/database.ts'
import { larger } from '../chain-nodes/bounds.ts'
import type {
  PurchaseRequest,
  PurchaseRequestRecords,
} from '../purchase-requests/purchase-request-records.ts'
import { listReplaced } from './replaced-transfers.ts'
import { listPayingTransfers } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'

type Payment = Pick<Transfer, 'organization_id' | 'network' | 'asset' | 'to_address' | 'amount'>

/** Why this payment is none of the request; undefined if it may deliver it. What it may pay is what was approved. */
export async function requestFault(
  db: Db,
  requests: Pick<PurchaseRequestRecords, 'approved'>,
  request: PurchaseRequest,
  payment: Payment,
  onTheWay = 0n,
): Promise<Fault | undefined> {
  const loc = ['body', 'request_id']
  if (request.organization_id !== payment.organization_id) return fault(loc, 'other_organization')
  if (!takesDeliveries.includes(request.status)) return fault(loc, 'request_not_payable')
  const approved = await requests.approved(db, request)
  return fits(approved, payment, onTheWay) ? undefined : fault(loc, 'request_of_other_terms')
}

/**
 * Whether the locked request is still to be paid like this: other transfers that have paid for it, or may still do so,
 * count as paid, unless their delivery is recorded already, or their coins came back.
 */
export async function isStillPayable(
  db: Db,
  requests: PurchaseRequestRecords,
  request: PurchaseRequest,
  transfer: Transfer,
): Promise<boolean> {
  const recorded = await requests.accountedTransactions(db, request)
  const own = await firstOf(db, transfer)
  // The most that each may pay; of those that replace each other, the network carries out one.
  const most = new Map<string, bigint>()
  const accounted = new Map<string, bigint>()
  for (const other of await listPayingTransfers(db, request.id, transfer.id)) {
    const first = await firstOf(db, other)
    if (first === own) continue
    const isRecorded = other.tx_id !== null && recorded.has(other.tx_id)
    for (const sums of isRecorded ? [most, accounted] : [most])
      sums.set(first, larger(sums.get(first) ?? 0n, BigInt(other.signed_amount ?? '0')))
  }
  const onTheWay = [...most].reduce((sum, [first, paid]) => sum + paid - (accounted.get(first) ?? 0n), 0n)
  return (await requestFault(db, requests, request, transfer, onTheWay)) === undefined
}

/** The first of the transfers that replace each other, to which this one belongs. */
async function firstOf(db: Db, transfer: Transfer): Promise<string> {
  return (await listReplaced(db, transfer)).at(-1)?.id ?? transfer.id
}

function fits(request: PurchaseRequest, payment: Payment, onTheWay: bigint): boolean {
  const { asset, network, amount, to_address } = payment
  if (request.asset !== asset || request.network !== network || request.destination_address !== to_address)
    return false
  if (amount === 'all') return false
  const paid = toUnits(fromBaseUnits(BigInt(amount) + onTheWay, asset, network), asset)
  return paid + toUnits(request.delivered_amount, asset) <= toUnits(request.crypto_amount, asset)
}
