import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Followers } from '../../../platform/followers.ts'
import { freeSpends, reviveSpends } from './spend-store.ts'
import type { TransferFollower } from './transfer-follower.ts'
import { changeTransfer, lockTransfers } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'
import type { TransferTrace } from './transfer-traces.ts'

/** Whether it was signed, and was given up or replaced: the network may carry it out all the same. */
export function isGivenUp({ status, tx_id }: Pick<Transfer, 'status' | 'tx_id'>): boolean {
  return (status === 'failed' || status === 'replaced') && tx_id !== null
}

/**
 * The transfers that were not given up and that the network carries out instead of this one, or that are the same transaction:
 * locked. Those of its own batch on bitcoin are carried out with it.
 */
export async function lockRivals(db: Db, { id, network, tx_id, batch_id }: Transfer): Promise<Transfer[]> {
  const { rows } = await sql<{ id: string }>`
    select other.transfer_id as id from transfer_spends as own
    join transfer_spends as other on other.network = own.network and other.from_address = own.from_address
      and other.key = own.key and other.is_living and other.transfer_id <> own.transfer_id
    where own.transfer_id = ${id}
    union
    select id from transfers where network = ${network} and tx_id = ${tx_id} and id <> ${id}
  `.execute(db)
  if (rows.length === 0) return []
  const found = await lockTransfers(
    db,
    rows.map((row) => row.id),
  )
  const isOfBatch = (one: Transfer) => one.output_index !== null && one.batch_id === batch_id
  return found.filter((one) => ['signed', 'sent', 'confirmed'].includes(one.status) && !isOfBatch(one))
}

/** The network has carried out what was given up, so that its rivals never can be. */
export async function outrun(
  db: Db,
  followers: Followers<TransferFollower>,
  transfer: Transfer,
  { rivals, at }: { rivals: readonly Transfer[]; at: Date },
): Promise<TransferTrace[]> {
  const told: TransferTrace[] = []
  for (const { id, status } of rivals) {
    if (status === 'confirmed') continue
    await freeSpends(db, id)
    const other = await changeTransfer(db, id, { status: 'failed', updated_at: at })
    await followers.tell('transferReleased', db, id, at)
    const note =
      transfer.status === 'replaced'
        ? 'The network has carried out what it was to replace'
        : 'The network has carried out what spends the same'
    told.push({ type: 'transfer.failed', transfer: other, note })
  }
  await reviveSpends(db, transfer.id)
  return told
}
