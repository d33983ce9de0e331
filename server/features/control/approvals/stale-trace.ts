import { service } from '../../../platform/actor.ts'
import type { ChangeTrace } from '../../../platform/audit/change-trace.ts'
import type { Approval } from './approval-store.ts'

/** What is told of an approval whose object has changed. Nobody chose it: the service noticed. */
export function staleTrace({ id, act, asked_by, organization_id }: Approval, at: Date): ChangeTrace {
  const object = { type: 'approval', id }
  const told = { object, organizationId: organization_id, at }
  return {
    event: { type: 'approval.stale', data: { act, asked_by }, ...told },
    audit: { actor: service, action: 'approval.stale', details: { act }, ...told },
  }
}
