import type { ApprovalStatus, VoteDecision } from '../../../../contract/control/approvals.ts'
import type { Db } from '../../../platform/db/database.ts'

/** An approval of a signature, as the control feature tells of it. */
export interface SignatureApproval {
  id: string
  subjectId: string
  /** At this moment: an open one runs out by itself. */
  status: ApprovalStatus
  askedBy: string
  askedById: string
  /** What is voted on. */
  content: Readonly<Record<string, unknown>>
  askedAt: Date
  reason: string | null
  /** The vote that decided it; null before. */
  decided: { decision: VoteDecision; by: string; at: Date; reason: string | null } | null
}

/** The approvals of the signatures of these transfers, oldest first. */
export type SignatureApprovals = (
  db: Db,
  act: 'transfer.sign',
  transferIds: readonly string[],
) => Promise<SignatureApproval[]>
