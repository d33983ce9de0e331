import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fieldsOf, type ProvenTable } from '../../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import type { ProvenBatch } from '../../wallets/signing/decision.ts'
import { statusNotAllowed } from '../transfer/transfer-failures.ts'
import { digestOf } from '../transfer/transfer-intent.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import { batchNotFound, batchStatusNotAllowed } from './batch-failures.ts'
import { changeBatch, findBatch, lockBatch } from './batch-store.ts'
import type { Batch, BatchMember } from './batch-tables.ts'

/** A batch allows its transfers to be signed: nobody adds one, or brings back a batch that was dissolved. */
export const provenBatches: ProvenTable = {
  kind: 'transfer_batch',
  table: 'transfer_batches',
  name: 'Batches of transfers',
  columns: [
    'id',
    'organization_id',
    'network',
    'from_wallet_id',
    'digest',
    'members',
    'status',
    'withdrawn',
    'decision',
    'decided_at',
    'expires_at',
    'reason',
    'created_by_id',
  ],
  wayOut: 'Dissolve the batch, and put the transfers into another one.',
}

export type BatchDecisions = ReturnType<typeof createBatchDecisions>

/** What signing needs to know of batches. */
export function createBatchDecisions({
  provenTables,
}: {
  provenTables: Pick<ProvenTables, 'demand' | 'failure' | 'takeAway'>
}) {
  return {
    /** Whether its transfers are not signed by themselves. */
    async isLiving(db: Db, id: string, at: Date): Promise<boolean> {
      const batch = await findBatch(db, id)
      return batch !== undefined && isLiving(batch, at)
    },

    /**
     * The decision under which the locked transfer may be signed now. Until the transaction ends nobody dissolves the
     * batch.
     */
    async demandMember(db: Db, id: string, transfer: Transfer, at: Date): Promise<Batch> {
      const batch = await lockBatch(db, id, 'share')
      if (!batch) throw batchNotFound()
      await provenTables.demand(db, provenBatches, batch)
      if (batch.status !== 'decided' || !isLiving(batch, at)) throw batchStatusNotAllowed(statusAt(batch, at))
      if (batch.withdrawn.includes(transfer.id)) throw statusNotAllowed('cancelled', ['draft'])
      if (!hasMember(batch.members, transfer)) throw provenTables.failure(provenBatches, id, 'invalid')
      return batch
    },

    /** As the thread that signs checks it once more. */
    async forThread(db: Db, id: string): Promise<{ content: ProvenBatch; proof: Buffer }> {
      const batch = await findBatch(db, id)
      if (!batch) throw batchNotFound()
      await provenTables.demand(db, provenBatches, batch)
      const content = (await fieldsOf(db, provenBatches, batch)) as unknown as ProvenBatch
      return { content, proof: batch.proof as Buffer }
    },

    /** A transfer that was cancelled is never signed under its batch, whatever somebody writes into its row. */
    async withdraw(db: Db, id: string, transferId: string): Promise<void> {
      await provenTables.takeAway(db, provenBatches, [id], async () => {
        const batch = await findBatch(db, id)
        if (!batch || batch.status === 'cancelled' || batch.withdrawn.includes(transferId)) return
        await changeBatch(db, id, { withdrawn: JSON.stringify([...batch.withdrawn, transferId]) })
      })
    },
  }
}

export function isLiving({ status, expires_at }: Pick<Batch, 'status' | 'expires_at'>, at: Date): boolean {
  return status === 'draft' || (status === 'decided' && expires_at !== null && expires_at > at)
}

function statusAt(batch: Batch, at: Date): string {
  return batch.status === 'decided' && !isLiving(batch, at) ? 'expired' : batch.status
}

/** Of the intent as it is, whatever its row says that its digest is. */
export function memberOf(transfer: Transfer): BatchMember {
  return { transfer_id: transfer.id, digest: digestOf(transfer).toString('hex') }
}

function hasMember(members: readonly BatchMember[], transfer: Transfer): boolean {
  const wanted = canonicalJson(memberOf(transfer))
  return members.some((member) => canonicalJson(member) === wanted)
}
