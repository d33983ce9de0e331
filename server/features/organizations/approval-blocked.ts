import type { Blocker } from '../../../contract/purchase-request-rules.ts'
import { Failure } from '../../platform/errors.ts'

/** The approval of an organization or of a request is blocked. The failure names everything, to be resolved together. */
export function approvalBlocked(blockers: readonly Blocker[]): Failure {
  const [first] = blockers
  const others = blockers.length - 1
  return new Failure(
    'conflict',
    'approval_blocked',
    `${first?.detail}${others > 0 ? ` (and ${others} more)` : ''}`,
    { blockers },
  )
}
