import type { ResembledAddress } from '../../../../contract/wallets/address-book.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import { type Decided, decidedBy } from '../../../platform/authorization/decided.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Db } from '../../../platform/db/database.ts'
import { comparedAddresses, comparisonInAudit } from '../../address-book/comparison.ts'
import { encodeTransaction, plannedInDecision, type SigningDecision } from '../../wallets/signing/decision.ts'
import type { TransferProofs } from '../transfer/transfer-proofs.ts'
import { changeTransfer } from '../transfer/transfer-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import { whatIsSent } from '../transfer/transfer-traces.ts'
import type { Filled } from './filled-transaction.ts'

/** What allows a signature: a permit for this transfer, or the decision of its batch. */
export interface DecidedSignature {
  by: By
  decided: Decided
  batch_id?: string
}

export function ofPermit(permit: Permit<'transfer.sign'>, at: Date): DecidedSignature {
  return { by: permit, decided: decidedBy(permit, at) }
}

/** From here on it is decided what is signed: a second try signs the same bytes, without asking the policy again. */
export async function decideSignature(
  db: Db,
  proofs: TransferProofs,
  { by, decided, batch_id }: DecidedSignature,
  transfer: Transfer,
  { transaction, planned, output, inputs, at, from, to }: Filled & Pick<SigningDecision, 'from' | 'to'>,
  alike: readonly ResembledAddress[],
): Promise<Transfer> {
  const { id, digest, organization_id } = transfer
  const decision: SigningDecision = {
    ...decided,
    ...(batch_id !== undefined && { batch_id }),
    ...(output !== null && { output }),
    transfer_id: id,
    digest: digest.toString('hex'),
    organization_id,
    from,
    to,
    transaction: encodeTransaction(transaction),
    planned: plannedInDecision(planned),
  }
  const prepared = await changeTransfer(db, id, {
    prepared_at: at,
    prepared_by: decided.actor_name,
    signed_amount: planned.amount.toString(),
    signed_fee: planned.fee.toString(),
    spends: planned.spends,
    valid_until: planned.validUntil === null ? null : new Date(planned.validUntil),
    inputs: JSON.stringify(inputs),
    output_index: output,
    decision: canonicalJson(decision),
    decision_proof: await proofs.proveDecision(db, decision),
    updated_at: at,
  })
  recordChange(db, by, {
    action: 'transfer.signing',
    object: { type: 'transfer', id: transfer.id },
    organizationId: transfer.organization_id,
    version: prepared.version,
    details: {
      ...whatIsSent(prepared),
      digest: transfer.digest.toString('hex'),
      from_address: transfer.from_address,
      to_address: transfer.to_address,
      ...(transfer.memo !== null && { memo: transfer.memo }),
      signed_amount: prepared.signed_amount,
      fee: prepared.signed_fee,
      spends: planned.spends,
      ...(batch_id !== undefined && { batch_id }),
      ...(output !== null && { output }),
      ...comparisonInAudit(comparedAddresses(alike)),
    },
    at,
  })
  return prepared
}
