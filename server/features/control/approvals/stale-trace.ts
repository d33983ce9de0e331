import { service } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Approval } from './approval-store.ts'

/** Tells that the object of an approval has changed. Nobody chose it: the service noticed. */
export function tellOfStale(db: Db, { id, act, asked_by, organization_id }: Approval, at: Date): void {
  recordChange(db, service, {
    action: 'approval.stale',
    object: { type: 'approval', id },
    organizationId: organization_id,
    details: { act },
    data: { act, asked_by },
    at,
  })
}
