import type { Act } from '../../../../contract/api/acts.ts'
import type { ApprovalStatus, VoteDecision } from '../../../../contract/control/approvals.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { People } from '../people/people.ts'
import { statusOf } from './approval-response.ts'
import { listApprovalsOf, listVotes, type Vote } from './approval-store.ts'

/** An approval of an act on an object, for a feature that shows it with the object. */
export interface ApprovalOfObject {
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

/** Reads the approvals of one act on some objects, oldest first. */
export function createApprovalsOf({ now, people }: { now: () => Date; people: Pick<People, 'listPeople'> }) {
  return async (db: Db, act: Act, subjectIds: readonly string[]): Promise<ApprovalOfObject[]> => {
    const approvals = subjectIds.length > 0 ? await listApprovalsOf(db, act, subjectIds) : []
    if (approvals.length === 0) return []
    const votes = await listVotes(
      db,
      approvals.map(({ id }) => id),
    )
    const names = new Map((await people.listPeople(db)).map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? id
    const at = now()
    return approvals.map((approval) => {
      const last = decisive(
        approval.status,
        votes.filter(({ approval_id }) => approval_id === approval.id),
      )
      return {
        id: approval.id,
        subjectId: approval.subject_id ?? '',
        status: statusOf(approval, at),
        askedBy: nameOf(approval.asked_by),
        askedById: approval.asked_by,
        content: approval.content as Record<string, unknown>,
        askedAt: approval.asked_at,
        reason: approval.reason,
        decided: last
          ? {
              decision: last.decision,
              by: nameOf(last.administrator_id),
              at: last.voted_at,
              reason: last.reason,
            }
          : null,
      }
    })
  }
}

/** The last vote of an approval that is no longer open for votes. */
function decisive(status: ApprovalStatus, votes: readonly Vote[]): Vote | undefined {
  if (status === 'refused') return votes.findLast(({ decision }) => decision === 'refuse')
  return status === 'approved' || status === 'used' ? votes.at(-1) : undefined
}
