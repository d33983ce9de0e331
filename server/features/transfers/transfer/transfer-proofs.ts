import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Proofs, ProvenKind, Standing } from '../../../platform/proofs/proofs.ts'
import type { ProvenColumn } from '../../../platform/proofs/proven-column.ts'
import { vaultSealed } from '../../../platform/vault/vault-sealed.ts'
import { withPayment } from '../../wallets/signing/bitcoin-payments.ts'
import { decodeTransaction, encodeTransaction, type SigningDecision } from '../../wallets/signing/decision.ts'
import type { UnsignedTransaction } from '../../wallets/signing/model.ts'
import { digestOf } from './transfer-intent.ts'
import type { Transfer } from './transfer-tables.ts'
import { unsignedTransaction } from './unsigned-transaction.ts'

type Prepared = Pick<Transfer, 'id' | 'digest'> & { created_by_id?: string | null }

export type TransferProofs = ReturnType<typeof createTransferProofs>

/** That the service wrote the intent of a transfer, and the decision to sign it, as they are in the database. */
export function createTransferProofs(proofs: Pick<Proofs, 'prove' | 'check' | 'report'>) {
  async function prove(db: Db, kind: ProvenKind, fields: Record<string, unknown>): Promise<Buffer> {
    const proof = await proofs.prove(db, kind, fields)
    if (proof === null) throw vaultSealed()
    return proof
  }

  /** Of its digest as the row is now: a row that no longer fits its own digest has the proof of another one. */
  function checkIntent(db: Db, transfer: Transfer): Promise<Standing> {
    return proofs.check(db, 'transfer', transfer.id, shownIntent(transfer), transfer.proof)
  }

  /** The decision, and whether the service made it about this transfer as it is. */
  async function readDecision(
    db: Db,
    transfer: Transfer,
  ): Promise<{ standing: Standing; decision: SigningDecision }> {
    const decision = decisionOf(transfer)
    const proof = transfer.decision_proof
    const standing = await proofs.check(db, 'transfer_decision', transfer.id, { ...decision }, proof)
    if (standing !== 'proven' || isOf(transfer, decision)) return { standing, decision }
    proofs.report('transfer_decision', transfer.id, 'invalid')
    return { standing: 'unproven', decision }
  }

  function demand(kind: ProvenKind, id: string, standing: Standing): void {
    if (standing === 'unknown') throw vaultSealed()
    if (standing === 'unproven') throw proofInvalid(kind, id)
  }

  return {
    checkIntent,
    /** Undefined if the service did not make it about this transfer as it is. */
    async findDecision(db: Db, transfer: Transfer): Promise<SigningDecision | undefined> {
      const { standing, decision } = await readDecision(db, transfer)
      return standing === 'proven' ? decision : undefined
    },
    proveIntent: (db: Db, transfer: Prepared) => prove(db, 'transfer', intentFields(transfer)),
    proveDecision: (db: Db, decision: SigningDecision) => prove(db, 'transfer_decision', { ...decision }),

    /** An intent never changes: whoever changed the row has gone around the service. */
    async demandIntent(db: Db, transfer: Transfer): Promise<void> {
      demand('transfer', transfer.id, await checkIntent(db, transfer))
    },

    /** Whether intent and decision are those that the service wrote. 503 while the vault is sealed, as nobody can say. */
    async isGenuine(db: Db, transfer: Transfer): Promise<boolean> {
      const standings = [await checkIntent(db, transfer), (await readDecision(db, transfer)).standing]
      if (standings.includes('unknown')) throw vaultSealed()
      return standings.every((standing) => standing === 'proven')
    },

    /** What is signed without asking anybody again must be what was decided, to the last byte. */
    async demandDecision(db: Db, transfer: Transfer): Promise<{ decision: SigningDecision; proof: Buffer }> {
      const { standing, decision } = await readDecision(db, transfer)
      demand('transfer_decision', transfer.id, standing)
      return { decision, proof: transfer.decision_proof as Buffer }
    },

    /** The thread that signs has refused the decision itself. */
    refused(transferId: string): Failure {
      proofs.report('transfer_decision', transferId, 'invalid')
      return proofInvalid('transfer_decision', transferId)
    },
  }
}

/** Where these proofs are. */
export const transferColumns: readonly ProvenColumn[] = [
  { kind: 'transfer', table: 'transfers', key: ['id'], column: 'proof', fieldsOf: shownIntent },
  {
    kind: 'transfer_decision',
    table: 'transfers',
    key: ['id'],
    column: 'decision_proof',
    fieldsOf: (transfer: Transfer) => ({ ...decisionOf(transfer) }),
  },
]

/** What a proof of the intent is about if the row is genuine. */
function shownIntent(transfer: Transfer) {
  return intentFields({ ...transfer, digest: digestAsShown(transfer) })
}

/** Somebody else may have written anything, of which there is no digest. */
function digestAsShown(transfer: Transfer): Buffer {
  try {
    return digestOf(transfer)
  } catch {
    return Buffer.alloc(0)
  }
}

function intentFields({ id, digest, created_by_id = null }: Prepared) {
  return { id, digest: digest.toString('hex'), created_by_id }
}

/** What the row has: anything, if somebody else has written it. */
function decisionOf({ decision }: Transfer): SigningDecision {
  try {
    const parsed: unknown = decision === null ? null : JSON.parse(decision)
    if (typeof parsed === 'object' && parsed !== null) return parsed as SigningDecision
  } catch {
    // It proves nothing.
  }
  return {} as SigningDecision
}

/** Whether a proven decision is that of this transfer, and the row shows what it says. */
function isOf(transfer: Transfer, decision: SigningDecision): boolean {
  try {
    return canonicalJson(shownBy(transfer, decision)) === canonicalJson(shownOf(decision))
  } catch {
    // Somebody else may have written anything, of which no transaction can be made.
    return false
  }
}

function shownOf({ transfer_id, digest, transaction, planned, at, actor_name, ...of }: SigningDecision) {
  const { output, batch_id } = of
  const place = output === undefined ? {} : { output, batch_id }
  return { transfer_id, digest, transaction, planned, at, actor_name, ...place }
}

/** What the row says about the decision, as the decision would. */
function shownBy(transfer: Transfer, decision: SigningDecision): ReturnType<typeof shownOf> | null {
  const { id, inputs, prepared_at, prepared_by, signed_amount, signed_fee, spends, valid_until } = transfer
  const { output_index, batch_id } = transfer
  const isWhole = inputs !== null && prepared_at !== null && prepared_by !== null && signed_amount !== null
  if (!isWhole || signed_fee === null || spends === null) return null
  const own = unsignedTransaction({ ...transfer, amount: signed_amount }, inputs, prepared_at)
  const isShared = output_index !== null
  return {
    transfer_id: id,
    digest: digestOf(transfer).toString('hex'),
    transaction: encodeTransaction(isShared ? amongOthers(own, output_index, decision) : own),
    planned: { amount: signed_amount, fee: signed_fee, spends, valid_until: valid_until?.getTime() ?? null },
    at: prepared_at.toISOString(),
    actor_name: prepared_by,
    ...(isShared && { output: output_index, batch_id: batch_id ?? '' }),
  }
}

/** The transaction of several transfers as it would be with what this row shows. The rest of it other rows show. */
function amongOthers(
  own: UnsignedTransaction,
  output: number,
  { transaction }: SigningDecision,
): UnsignedTransaction {
  const decided = decodeTransaction(transaction)
  if (own.network !== 'bitcoin' || decided.network !== 'bitcoin') throw new Error('It makes one transfer.')
  const { to, amount, feeCeiling, further = [] } = decided
  return withPayment({ ...own, to, amount, feeCeiling, further }, output, own)
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
