import { createHash } from 'node:crypto'
import { noteRevision } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { afterCommit } from '../../../platform/db/transactions.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Proofs, ProvenKind } from '../../../platform/proofs/proofs.ts'
import type { Register } from '../../../platform/register/register.ts'
import { statusNotAllowed } from './transfer-failures.ts'
import { findTransfer } from './transfer-store.ts'
import type { Transfer } from './transfer-tables.ts'

/** Under what it is remembered that a transfer was given up, or lives again. */
export const transferEnd = 'transfer_end' satisfies ProvenKind

export const livingStatuses: readonly string[] = ['draft', 'signed', 'sent']

/** Whether what was last said of it is that it was given up. */
export function isGivenUp(revision: number): boolean {
  return revision % 2 === 1
}

export type SignedBefore = ReturnType<typeof createSignedBefore>

/**
 * What this node knows to be signed, also if the database went back and says otherwise: no other bytes are signed for the
 * same transfer, and nothing else spends the same.
 */
export function createSignedBefore({
  proofs,
  register,
}: {
  proofs: Pick<Proofs, 'tagged' | 'report' | 'isKnown'>
  register: Pick<Register, 'value' | 'last' | 'note'>
}) {
  async function say(db: Db, kind: ProvenKind, id: string, value: string): Promise<void> {
    noteRevision(db, await proofs.tagged(db, { kind, id, revision: 1, value }))
  }

  /**
   * Odd when the transfer was given up, even when it lives again. It follows the version, so that nodes agree, and what is
   * known, so that a version that somebody has set back says nothing.
   */
  async function sayEnd(db: Db, { id, version }: Transfer, isEnded: boolean): Promise<void> {
    const known = (register.last(transferEnd, id) ?? 0) + 1
    const least = Math.max(2 * version, known)
    const revision = isGivenUp(least) === isEnded ? least : least + 1
    const said = await proofs.tagged(db, { kind: transferEnd, id, revision })
    noteRevision(db, said)
    afterCommit(db, () => register.note(said))
  }

  /** Whether signature and transaction are those that were given out, as far as this node has learnt of them. */
  function isWhatWasSigned({ id, raw, tx_id }: Transfer): boolean {
    const [hash, txId] = [register.value('signed_transfer', id), register.value('signed_tx', id)]
    const isSame = hash === undefined || (raw !== null && hash === hashOf(raw))
    return isSame && (txId === undefined || txId === tx_id)
  }

  /** A transfer that was cancelled, released or replaced does not come back. */
  async function demandLiving(db: Db, { id }: Transfer): Promise<void> {
    if (!isGivenUp(register.last(transferEnd, id) ?? 0)) return
    // It may have been read right before it was given up.
    const { status } = (await findTransfer(db, id)) ?? { status: 'cancelled' as const }
    if (!livingStatuses.includes(status)) throw statusNotAllowed(status, livingStatuses)
    proofs.report('transfer', id, 'older')
    throw notAsItWas(
      id,
      'This transfer was given up, and somebody has brought it back in the database, so nothing is signed or given out. Who runs the service looks at how that came; prepare another transfer.',
    )
  }

  async function demandSpends(db: Db, transfer: Transfer, spends: readonly string[]): Promise<void> {
    for (const spend of spends) {
      const other = register.value('spend', spendName(transfer, spend))
      // Where the database has the signature, it also knows whether it was given up or replaced.
      if (other !== undefined && other !== transfer.id && !(await findTransfer(db, other))?.raw)
        throw signedBefore(other)
    }
  }

  return {
    isKnown: proofs.isKnown,
    isWhatWasSigned,
    demandLiving,

    /** In the transaction that cancels, releases or replaces it. */
    sayGivenUp: (db: Db, transfer: Transfer) => sayEnd(db, transfer, true),
    /** What replaced it was released. */
    sayRevived: (db: Db, transfer: Transfer) => sayEnd(db, transfer, false),

    /** Before signed bytes are given out: whoever writes to the database can write others, or bring back a transfer. */
    async demandAsSigned(db: Db, transfer: Transfer): Promise<void> {
      await demandLiving(db, transfer)
      if (isWhatWasSigned(transfer)) return
      proofs.report('transfer_decision', transfer.id, 'invalid')
      throw notAsItWas(
        transfer.id,
        'The signed transaction in the database is not the one that the service made, so it is not given out. Look on the network whether the transfer was carried out, then release it with evidence.',
      )
    },

    /** Before it is decided what is signed. */
    async demandNone(db: Db, transfer: Transfer, spends: readonly string[]): Promise<void> {
      if (register.value('signed_transfer', transfer.id) !== undefined) throw signedBefore(transfer.id)
      await demandSpends(db, transfer, spends)
    },

    /** Nor by another transfer since it was decided. */
    demandSpends: (db: Db, transfer: Transfer) => demandSpends(db, transfer, transfer.spends ?? []),

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

function notAsItWas(id: string, detail: string): Failure {
  // Waiting does not help, but every 503 says when to ask again.
  return new Failure('unavailable', 'proof_invalid', detail, { kind: 'transfer', id, retry_after: 60 })
}
