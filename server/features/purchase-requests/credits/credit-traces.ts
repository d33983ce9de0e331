import type { EventType } from '../../../../contract/events/events.ts'
import { type By, recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CreditRow } from '../facts/deal-tables.ts'
import { leftOf } from './credit-response.ts'

export function tellOfCredit(
  db: Db,
  action: Extract<EventType, `credit.${string}`>,
  credit: CreditRow,
  by: By,
  details: Record<string, unknown>,
  at: Date,
): void {
  const { id, organization_id, request_id, amount, currency, reference } = credit
  recordChange(db, by, {
    action,
    object: { type: 'credit', id },
    organizationId: organization_id,
    details: { currency, reference, ...details },
    data: { id, organization_id, request_id, amount, currency, left_amount: leftOf(credit), reference },
    at,
  })
}
