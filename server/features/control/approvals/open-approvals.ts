import { type RawBuilder, sql } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'

/** Whether an object has an open approval of an act in this state. As `statusOf`: an open one runs out by itself. */
export function hasOpenApproval(
  act: Act,
  subjectId: RawBuilder<string>,
  status: 'waiting' | 'approved',
  at: RawBuilder<Date>,
): RawBuilder<boolean> {
  return sql`exists (
    select from approvals as approval
    where approval.subject_id = ${subjectId} and approval.act = ${act} and approval.status = ${status}
      and approval.expires_at > ${at}
  )`
}
