import type { EventType } from '../../../../contract/events.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { CreditRow } from '../facts/deal-tables.ts'
import { leftOf } from './credit-response.ts'

/** The event and the audit entry of what happens to a credit. */
export function tracesOfCredit(
  action: Extract<EventType, `credit.${string}`>,
  credit: CreditRow,
  actor: Actor,
  details: Record<string, unknown>,
  at: Date,
) {
  const object = { type: 'credit', id: credit.id }
  const organizationId = credit.organization_id
  const data = {
    id: credit.id,
    organization_id: organizationId,
    request_id: credit.request_id,
    amount: credit.amount,
    currency: credit.currency,
    left_amount: leftOf(credit),
    reference: credit.reference,
  }
  return {
    event: { type: action, object, organizationId, data, at },
    audit: {
      actor,
      action,
      object,
      organizationId,
      details: { currency: credit.currency, reference: credit.reference, ...details },
      at,
    },
  }
}
