import type { PaymentResponse } from '../../../../contract/deals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { StoredActor } from './deal-tables.ts'
import { actorText } from './stored-actor.ts'

/** The columns of a fact that is reversed. */
export function reversalColumns(actor: Actor, at: Date, reason: string) {
  return { reversed_at: at, reversed_by: actorText(actor), reversed_reason: reason }
}

/** Who has decided something about a fact, and why; null if nobody has. */
export function decisionOf(
  by: StoredActor | null,
  at: Date | null,
  reason: string | null,
): PaymentResponse['reversed'] {
  return by && at ? { by, at: at.toISOString(), reason: reason ?? '' } : null
}

export function reversalOf(row: {
  reversed_by: StoredActor | null
  reversed_at: Date | null
  reversed_reason: string | null
}): PaymentResponse['reversed'] {
  return decisionOf(row.reversed_by, row.reversed_at, row.reversed_reason)
}
