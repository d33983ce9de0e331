import { fault } from '../../../../contract/api/faults.ts'
import type { PaymentResponse } from '../../../../contract/purchase-requests/deals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Days } from '../../../platform/days.ts'
import { Invalid } from '../../../platform/errors.ts'
import { actorText, type StoredActor } from '../../../platform/stored-actor.ts'

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

/**
 * The day that a person gives a correction, for its posting: nothing if none was given. Throws if it is before the day of
 * what is corrected, or still to come.
 */
export function correctionDay(
  days: Pick<Days, 'dayOf'>,
  date: string | null | undefined,
  { since, at }: { since: Date; at: Date },
): { day?: string; ifClosed?: 'refuse' } {
  if (!date) return {}
  const [first, today] = [days.dayOf(since), days.dayOf(at)]
  const loc = ['body', 'date']
  if (date < first) throw new Invalid([fault(loc, 'before_corrected', { day: first })])
  if (date > today) throw new Invalid([fault(loc, 'in_future')])
  return { day: date, ifClosed: 'refuse' }
}
