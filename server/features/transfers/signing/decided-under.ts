import type { Actor } from '../../../platform/actor.ts'
import type { ActPart } from '../../../platform/authorization/authorization.ts'
import type { Decided } from '../../../platform/authorization/decided.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Batch } from '../batch/batch-tables.ts'
import { leaving } from '../transfer/transfer-intent.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'

/** The decision about a batch: who has permitted it, and the deliveries that it carries, by transfer. Earlier ones carry none. */
interface DecidedBatch extends Decided {
  deliveries?: Record<string, ActPart>
}

/** Whether the delivery of this transfer was judged with its batch, as it is judged now. */
export function carriesDelivery({ decision }: Batch, transferId: string, delivery: ActPart): boolean {
  const { deliveries = {} } = JSON.parse(decision ?? '{}') as Partial<DecidedBatch>
  const decided = deliveries[transferId]
  return decided !== undefined && canonicalJson(decided) === canonicalJson(delivery)
}

/**
 * Who has a transfer signed under the proven decision of its batch. The votes are those of the batch; limits have counted the
 * amount with it.
 */
export function decidedUnder(
  { id, decision }: Batch,
  transfer: Transfer,
  { planned, actor, at }: { planned: { amount: bigint; fee: bigint }; actor: Actor; at: Date },
): { decided: Decided; batch_id: string } {
  const { content_hash, policy_version, person_id } = JSON.parse(decision ?? '{}') as Decided
  const decided = {
    act: 'transfer.sign' as const,
    content_hash,
    policy_version,
    person_id,
    amounts: [],
    moved: leaving(transfer, planned),
    approvals: [],
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    session_id: actor.sessionId,
    at: at.toISOString(),
  }
  return { decided, batch_id: id }
}
