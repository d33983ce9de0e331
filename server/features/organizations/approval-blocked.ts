import { resolvable } from '../../../contract/operations/blocker-operations.ts'
import type { Blocker } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { Failure } from '../../platform/errors.ts'

/**
 * The approval of an organization or of a request is blocked. The failure names everything, to be resolved together, and
 * the operation that resolves each.
 */
export function approvalBlocked(blockers: readonly Blocker[], known: { request_id?: string } = {}): Failure {
  const [first] = blockers
  const others = blockers.length - 1
  return new Failure(
    'conflict',
    'approval_blocked',
    `${first?.detail}${others > 0 ? ` (and ${others} more)` : ''}`,
    { blockers: blockers.map((blocker) => resolvable(blocker, known)) },
  )
}
