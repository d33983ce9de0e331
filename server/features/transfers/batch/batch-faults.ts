import { type Fault, fault } from '../../../../contract/api/faults.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import type { BatchDecisions } from './batch-decisions.ts'

interface Known {
  transfers: ReadonlyMap<string, Transfer>
  batches: Pick<BatchDecisions, 'isLiving'>
  /** Open approvals, by transfer. */
  approvals: ReadonlyMap<string, string>
  at: Date
}

/** What is wrong with each of the transfers of a new batch. All are locked. */
export async function memberFaults(db: Db, ids: readonly string[], known: Known): Promise<Fault[]> {
  const [first] = ids.flatMap((id) => known.transfers.get(id) ?? [])
  const faults: Fault[] = []
  for (const [index, id] of ids.entries()) {
    const loc = ['body', 'transfer_ids', index]
    if (ids.indexOf(id) < index) faults.push(fault(loc, 'repeated_item'))
    else faults.push(...(await faultsOf(db, loc, id, { ...known, first })))
  }
  return faults
}

async function faultsOf(
  db: Db,
  loc: Fault['loc'],
  transfer_id: string,
  { transfers, batches, approvals, at, first }: Known & { first: Transfer | undefined },
): Promise<Fault[]> {
  const transfer = transfers.get(transfer_id)
  if (!transfer) return [fault(loc, 'batch_unknown', { transfer_id })]
  const { status, prepared_at, batch_id } = transfer
  if (status !== 'draft' || prepared_at !== null)
    return [fault(loc, 'batch_not_draft', { transfer_id, status: status === 'draft' ? 'approved' : status })]
  if (transfer.from_wallet_id !== first?.from_wallet_id)
    return [fault(loc, 'batch_other_wallet', { transfer_id })]
  if (transfer.amount === 'all') return [fault(loc, 'batch_sends_all', { transfer_id })]
  if (transfer.replaces !== null) return [fault(loc, 'batch_replaces', { transfer_id })]
  const approval_id = approvals.get(transfer_id)
  if (approval_id !== undefined) return [fault(loc, 'batch_has_approval', { transfer_id, approval_id })]
  if (batch_id !== null && (await batches.isLiving(db, batch_id, at)))
    return [fault(loc, 'batch_in_another', { transfer_id, batch_id })]
  return []
}
