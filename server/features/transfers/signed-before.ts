import { createHash } from 'node:crypto'
import { noteRevision } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { Proofs, ProvenKind } from '../../platform/proofs/proofs.ts'
import type { Register } from '../../platform/register/register.ts'
import { findTransfer } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'

export type SignedBefore = ReturnType<typeof createSignedBefore>

/**
 * What this node knows to be signed, also if the database went back and says otherwise: no other bytes are signed for the
 * same transfer, and nothing else spends the same.
 */
export function createSignedBefore({
  proofs,
  register,
}: {
  proofs: Pick<Proofs, 'tagged'>
  register: Pick<Register, 'value'>
}) {
  async function say(db: Db, kind: ProvenKind, id: string, value: string): Promise<void> {
    noteRevision(db, await proofs.tagged(db, { kind, id, revision: 1, value }))
  }

  return {
    /** Before it is decided what is signed. */
    async demandNone(db: Db, transfer: Transfer, spends: readonly string[]): Promise<void> {
      if (register.value('signed_transfer', transfer.id) !== undefined) throw signedBefore(transfer.id)
      for (const spend of spends) {
        const other = register.value('spend', spendName(transfer, spend))
        // Where the database has the signature, it also knows whether it was given up or replaced.
        if (other !== undefined && other !== transfer.id && !(await findTransfer(db, other))?.raw)
          throw signedBefore(other)
      }
    },

    /** Whether signature and transaction are those that were given out, as far as this node has learnt of them. */
    isWhatWasSigned({ id, raw, tx_id }: Transfer): boolean {
      const [hash, txId] = [register.value('signed_transfer', id), register.value('signed_tx', id)]
      const isSame = hash === undefined || (raw !== null && hash === hashOf(raw))
      return isSame && (txId === undefined || txId === tx_id)
    },

    /** In the transaction that stores the signature: all nodes learn of it before the bytes are given out. */
    async remember(db: Db, transfer: Transfer, raw: string): Promise<void> {
      const hash = hashOf(raw)
      const known = register.value('signed_transfer', transfer.id)
      if (known !== undefined && known !== hash) throw signedBefore(transfer.id)
      await say(db, 'signed_transfer', transfer.id, hash)
      if (transfer.tx_id !== null) await say(db, 'signed_tx', transfer.id, transfer.tx_id)
      // What a transaction of several transfers spends is reserved by the first of them, here as well.
      const spends = (transfer.output_index ?? 0) === 0 ? transfer.spends : null
      for (const spend of spends ?? []) await say(db, 'spend', spendName(transfer, spend), transfer.id)
    },
  }
}

function hashOf(raw: string): string {
  return createHash('sha256').update(raw).digest('hex')
}

function spendName({ network, from_address }: Transfer, spend: string): string {
  return `${network}/${from_address}/${spend}`
}

function signedBefore(transferId: string): Failure {
  return new Failure(
    'conflict',
    'signed_before',
    'A signature of this was given out before the database went back, so no other one is made. Look on the network whether it was carried out, then cancel the transfer.',
    { transfer_id: transferId },
  )
}
