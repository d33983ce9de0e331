import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { Proofs, ProvenKind, Standing } from '../../platform/proofs/proofs.ts'
import { vaultSealed } from '../../platform/vault/vault-sealed.ts'
import { digestOf } from './transfer-intent.ts'
import type { Transfer } from './transfer-tables.ts'

type Decided = Pick<
  Transfer,
  | 'id'
  | 'digest'
  | 'inputs'
  | 'prepared_at'
  | 'prepared_by'
  | 'signed_amount'
  | 'signed_fee'
  | 'spends'
  | 'valid_until'
>
type Prepared = Pick<Transfer, 'id' | 'digest'> & { created_by_id?: string | null }

export type TransferProofs = ReturnType<typeof createTransferProofs>

/** That the service wrote the intent of a transfer, and the decision to sign it, as they are in the database. */
export function createTransferProofs(proofs: Pick<Proofs, 'prove' | 'check'>) {
  async function prove(db: Db, kind: ProvenKind, fields: Record<string, unknown>): Promise<Buffer> {
    const proof = await proofs.prove(db, kind, fields)
    if (proof === null) throw vaultSealed()
    return proof
  }

  /** Of its digest as the row is now: a row that no longer fits its own digest has the proof of another one. */
  function checkIntent(db: Db, transfer: Transfer): Promise<Standing> {
    const fields = intentFields({ ...transfer, digest: digestOf(transfer) })
    return proofs.check(db, 'transfer', transfer.id, fields, transfer.proof)
  }

  function checkDecision(db: Db, transfer: Transfer): Promise<Standing> {
    const fields = decisionFields({ ...transfer, digest: digestOf(transfer) })
    return proofs.check(db, 'transfer_decision', transfer.id, fields, transfer.decision_proof)
  }

  function demand(kind: ProvenKind, id: string, standing: Standing): void {
    if (standing === 'unknown') throw vaultSealed()
    if (standing === 'unproven') throw proofInvalid(kind, id)
  }

  return {
    checkIntent,
    checkDecision,
    proveIntent: (db: Db, transfer: Prepared) => prove(db, 'transfer', intentFields(transfer)),
    proveDecision: (db: Db, transfer: Decided) => prove(db, 'transfer_decision', decisionFields(transfer)),

    /** An intent never changes: whoever changed the row has gone around the service. */
    async demandIntent(db: Db, transfer: Transfer): Promise<void> {
      demand('transfer', transfer.id, await checkIntent(db, transfer))
    },

    /** What is signed without asking anybody again must be what was decided, to the last byte. */
    async demandDecision(db: Db, transfer: Transfer): Promise<void> {
      demand('transfer_decision', transfer.id, await checkDecision(db, transfer))
    },
  }
}

function intentFields({ id, digest, created_by_id = null }: Prepared) {
  return { id, digest: digest.toString('hex'), created_by_id }
}

function decisionFields(transfer: Decided) {
  return {
    id: transfer.id,
    digest: transfer.digest.toString('hex'),
    inputs: transfer.inputs,
    prepared_at: transfer.prepared_at?.toISOString() ?? null,
    prepared_by: transfer.prepared_by,
    signed_amount: transfer.signed_amount,
    signed_fee: transfer.signed_fee,
    spends: transfer.spends,
    valid_until: transfer.valid_until?.toISOString() ?? null,
  }
}

/** What was decided can no longer be cancelled: it may have been signed, and is given up with evidence. */
function proofInvalid(kind: ProvenKind, id: string): Failure {
  const wayOut = kind === 'transfer_decision' ? 'Release it with evidence' : 'Cancel it'
  return new Failure(
    'unavailable',
    'proof_invalid',
    `The service did not write this transfer as it is in the database, so nothing is signed. ${wayOut}, and prepare it again.`,
    // Waiting does not help, but every 503 says when to ask again.
    { kind, id, retry_after: 60 },
  )
}
