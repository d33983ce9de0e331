import { createHash } from 'node:crypto'
import type { VoteDecision } from '../../../../contract/control/approvals.ts'
import type { IntendedAct } from '../../../platform/authorization/authorization.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'

/** What people vote on. If anything of it changes, it is another act. */
export function hashOfIntended({ act, subject, content }: IntendedAct): Buffer {
  const { type, id, version = null } = subject
  return createHash('sha256')
    .update(`kontor act 1\n${canonicalJson({ act, subject: { type, id, version }, content })}`)
    .digest()
}

/** What a passkey signs to vote. */
export function challengeOf(approvalId: string, contentHash: Buffer, decision: VoteDecision): Buffer {
  return createHash('sha256')
    .update(`kontor vote 1\n${approvalId}\n${contentHash.toString('hex')}\n${decision}`)
    .digest()
}
