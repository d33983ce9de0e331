import { type RawBuilder, sql } from 'kysely'
import type { ApprovalResponse, ApprovalStatus } from '../../../../contract/control/approvals.ts'
import { approvalList } from '../../../../contract/lists/approvals.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { columnsOf, equals } from '../../../platform/lists/conditions.ts'
import { type ListRows, rowsOf } from '../../../platform/lists/list-rows.ts'
import { administratorNames } from '../../administrators/administrator-names.ts'
import { organizationSummaries } from '../../organizations/organization-summary.ts'
import type { Approval } from './approval-store.ts'

/** As `statusOf`: an open one runs out by itself. */
const status = sql`case when approval.status in ('waiting', 'approved') and approval.expires_at <= now()
  then 'expired' else approval.status end`

const votes = (decision: 'approve' | 'refuse'): RawBuilder<unknown> => sql`(
  select string_agg(voter.name, ', ' order by vote.voted_at, vote.administrator_id)
  from approval_votes as vote join ${administratorNames} as voter on voter.id = vote.administrator_id
  where vote.approval_id = approval.id and vote.decision = ${sql.lit(decision)}
)`

/** What the caller is shown of these approvals. */
export type ShownApprovals = (db: Db, approvals: Approval[], actor: Actor) => Promise<ApprovalResponse[]>

/** In the words of the indexes, unlike the status itself. */
function hasStatus(wanted: ApprovalStatus, at: Date): RawBuilder<boolean>[] {
  const time = sql`${at.toISOString()}::timestamptz`
  if (wanted === 'waiting' || wanted === 'approved')
    return [...equals('approval', { status: wanted }), sql`approval.expires_at > ${time}`]
  if (wanted !== 'expired') return equals('approval', { status: wanted })
  return [
    sql`(approval.status = 'expired'
      or approval.status in ('waiting', 'approved') and approval.expires_at <= ${time})`,
  ]
}

/** Who asked for what, who voted, and what became of it. What was voted on is in the audit log. */
export function approvalRows(shown: ShownApprovals): ListRows {
  return rowsOf(approvalList, {
    conditions: ({ status: wanted, act, asked_by, subject_id }, at) => [
      ...equals('approval', { act, asked_by, subject_id }),
      ...(wanted === undefined ? [] : hasStatus(wanted, at)),
    ],
    page: {
      find: (db) => db.selectFrom('approvals as approval').selectAll(),
      order: [{ value: sql`approval.id`, type: 'uuid' }],
      items: (db, rows, { actor }) => shown(db, rows, actor),
    },
    file: {
      from: sql`approvals as approval
      join ${administratorNames} as asker on asker.id = approval.asked_by
      left join ${organizationSummaries} as organization on organization.id = approval.organization_id`,
      key: sql`approval.id`,
      keyType: 'uuid',
      columns: columnsOf('approval', {
        id: 'code',
        act: 'code',
        status: ['code', status],
        subject_type: 'code',
        subject_id: 'text',
        organization_id: 'code',
        organization_name: ['text', sql`organization.name`],
        asked_by: ['text', sql`asker.name`],
        asked_at: 'time',
        reason: 'text',
        approved_by: ['text', votes('approve')],
        refused_by: ['text', votes('refuse')],
        policy_version: 'number',
        content_hash: ['code', sql`encode(approval.content_hash, 'hex')`],
        expires_at: 'time',
        closed_at: 'time',
      }),
    },
  })
}
