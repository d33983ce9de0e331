import type { ApprovalResponse, ApprovalStatus } from '../../../../contract/control/approvals.ts'
import { mostNeeded } from '../policy/rules.ts'
import type { Approval, Vote } from './approval-store.ts'
import { keyOf } from './asker.ts'
import { challengeOf } from './intended-hash.ts'
import { type Count, wayOutOf } from './votes.ts'

/** The status at this moment: open ones run out by themselves. */
export function statusOf({ status, expires_at }: Approval, now: Date): ApprovalStatus {
  return (status === 'waiting' || status === 'approved') && expires_at <= now ? 'expired' : status
}

export function toResponse(
  approval: Approval,
  votes: readonly Vote[],
  {
    count,
    now,
    callerId,
    showsCommands,
    isWritten,
  }: {
    count: Count
    now: Date
    callerId: string | null
    showsCommands: boolean
    /** Whether the service wrote the vote. */
    isWritten: (vote: Vote) => boolean
  },
): ApprovalResponse {
  const counted = count.counted(approval, votes.filter(isWritten))
  const status = statusOf(approval, now)
  const hasVoted = votes.some((vote) => vote.administrator_id === callerId && isWritten(vote))
  const because = callerId === null ? ('api_key' as const) : count.ineligibility(approval, callerId)
  const { eligible, notEligible } =
    status === 'waiting' ? count.electorate(approval, showsCommands) : { eligible: [], notEligible: [] }
  const needed = mostNeeded(approval.needed)
  const isTooFew = status === 'waiting' && eligible.length < needed
  const challenge = (decision: 'approve' | 'refuse') =>
    challengeOf(approval.id, approval.content_hash, decision).toString('base64url')
  return {
    id: approval.id,
    act: approval.act,
    subject: {
      type: approval.subject_type,
      id: approval.subject_id,
      version: approval.subject_version,
      organization_id: approval.organization_id,
    },
    content: approval.content,
    content_hash: approval.content_hash.toString('hex'),
    status,
    asked_by: { id: approval.asked_by, name: count.nameOf(approval.asked_by) },
    api_key: keyOf(approval),
    asked_at: approval.asked_at.toISOString(),
    reason: approval.reason,
    needed,
    from: [...new Set(approval.needed.flatMap(({ from }) => from))],
    votes: votes.map((vote) => ({
      by: { id: vote.administrator_id, name: count.nameOf(vote.administrator_id) },
      decision: vote.decision,
      reason: vote.reason,
      at: vote.voted_at.toISOString(),
      signed: vote.assertion !== null,
      counts: isWritten(vote) && (vote.decision === 'refuse' || counted.includes(vote.administrator_id)),
    })),
    eligible: eligible.length,
    not_eligible: notEligible,
    way_out: isTooFew ? wayOutOf(notEligible) : null,
    expires_at: approval.expires_at.toISOString(),
    may_vote: status === 'waiting' && because === undefined && !hasVoted,
    not_eligible_because: status === 'waiting' ? (because ?? null) : null,
    challenges: { approve: challenge('approve'), refuse: challenge('refuse') },
  }
}
