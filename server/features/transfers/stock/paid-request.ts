import { type Fault, fault } from '../../../../contract/api/faults.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import {
  takesDeliveries,
  usualTxHash,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import type { Db } from '../../../platform/db/database.ts'
import { larger } from '../../chain-nodes/bounds.ts'
import type {
  PurchaseRequest,
  PurchaseRequestRecords,
} from '../../purchase-requests/purchase-request-records.ts'
import type { OutgoingDeliveries } from '../../purchase-requests/request/deal-parts.ts'
import { isGivenUp } from '../transfer/given-up-transfers.ts'
import { listReplaced } from '../transfer/replaced-transfers.ts'
import { listDeliveringWith, listPayingTransfers } from '../transfer/transfer-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'

type Payment = Pick<Transfer, 'organization_id' | 'client_id' | 'network' | 'asset' | 'to_address' | 'amount'>

/** Why this payment is none of the request; undefined if it may deliver it. What it may pay is what was approved. */
export async function requestFault(
  db: Db,
  requests: Pick<PurchaseRequestRecords, 'approved'>,
  request: PurchaseRequest,
  payment: Payment,
  onTheWay = 0n,
): Promise<Fault | undefined> {
  const loc = ['body', 'request_id']
  if (request.organization_id !== (payment.client_id ?? payment.organization_id))
    return fault(loc, 'other_organization')
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
  const others = await unitsOnTheWay(db, requests, request, { than: transfer })
  return (await requestFault(db, requests, request, transfer, others)) === undefined
}

/** What transfers have paid for the locked request, or may still pay, and no recorded delivery accounts for: base units. */
export async function unitsOnTheWay(
  db: Db,
  requests: Pick<PurchaseRequestRecords, 'accountedTransactions'>,
  request: PurchaseRequest,
  {
    than,
    withDrafts = false,
    counts = () => true,
  }: {
    /** Other ones than this, and than those that it replaces. */
    than?: Pick<Transfer, 'replaces'> & { id?: string }
    withDrafts?: boolean
    counts?: (transfer: Transfer) => boolean
  },
): Promise<bigint> {
  const isAccounted = await requests.accountedTransactions(db, request)
  const own = than && (await firstOf(db, than))
  // The most that each may pay; of those that replace each other, the network carries out one.
  const most = new Map<string, bigint>()
  const accounted = new Map<string, bigint>()
  const paying = await listPayingTransfers(db, request.id, { exceptId: than?.id, withDrafts })
  for (const other of paying.filter(counts)) {
    const first = (await firstOf(db, other)) ?? other.id
    if (first === own) continue
    const isRecorded = other.tx_id !== null && isAccounted(other.tx_id, other.output_index)
    const units = BigInt(other.signed_amount ?? (other.amount === 'all' ? '0' : other.amount))
    for (const sums of isRecorded ? [most, accounted] : [most])
      sums.set(first, larger(sums.get(first) ?? 0n, units))
  }
  return [...most].reduce((sum, [first, paid]) => sum + paid - (accounted.get(first) ?? 0n), 0n)
}

/** The first of the transfers that replace each other, to which this one belongs. */
async function firstOf(
  db: Db,
  transfer: Pick<Transfer, 'replaces'> & { id?: string },
): Promise<string | undefined> {
  return (await listReplaced(db, transfer)).at(-1)?.id ?? transfer.id
}

/** What signed transfers may still deliver of the locked request from wallets of the desk. */
export function signedOnTheWay(
  db: Db,
  requests: Pick<PurchaseRequestRecords, 'accountedTransactions'>,
  request: PurchaseRequest,
): Promise<bigint> {
  return unitsOnTheWay(db, requests, request, {
    counts: ({ client_id, status }) => client_id !== null && status !== 'failed' && status !== 'confirmed',
  })
}

/** For whoever would pay money back meanwhile. */
export function deliveriesOnTheWay(
  accountedTransactions: PurchaseRequestRecords['accountedTransactions'],
  isGenuine: (db: Db, transfer: Transfer) => Promise<boolean>,
): OutgoingDeliveries {
  return {
    /** Of what was given up as well, as it can still be confirmed, unless the row was changed around the service. */
    async transferOf(db, { network, txHash }) {
      const found = await listDeliveringWith(db, network, usualTxHash(network, txHash))
      for (const transfer of found)
        if (!isGivenUp(transfer) || (await isGenuine(db, transfer))) return transfer.id
      return undefined
    },

    async amountOnTheWay(db, request) {
      const units = await signedOnTheWay(db, { accountedTransactions }, request)
      return fromBaseUnits(units, request.asset, request.network)
    },
  }
}

function fits(request: PurchaseRequest, payment: Payment, onTheWay: bigint): boolean {
  const { asset, network, amount, to_address } = payment
  if (request.asset !== asset || request.network !== network || request.destination_address !== to_address)
    return false
  if (amount === 'all') return false
  const paid = toUnits(fromBaseUnits(BigInt(amount) + onTheWay, asset, network), asset)
  return paid + toUnits(request.delivered_amount, asset) <= toUnits(request.crypto_amount, asset)
}
