import { type RawBuilder, sql } from 'kysely'
import type { ApprovalFilter } from '../../../../contract/approvals.ts'
import { columnsOf, equals } from '../../../platform/exports/declare.ts'
import type { ExportedList } from '../../../platform/exports/exported-list.ts'
import { administratorNames } from '../../administrators/administrator-names.ts'
import { organizationSummaries } from '../../organizations/organization-summary.ts'

/** As `statusOf`: an open one runs out by itself. */
const status = sql`case when approval.status in ('waiting', 'approved') and approval.expires_at <= now()
  then 'expired' else approval.status end`

const votes = (decision: 'approve' | 'refuse'): RawBuilder<unknown> => sql`(
  select string_agg(voter.name, ', ' order by vote.voted_at, vote.administrator_id)
  from approval_votes as vote join ${administratorNames} as voter on voter.id = vote.administrator_id
  where vote.approval_id = approval.id and vote.decision = ${sql.lit(decision)}
)`

/** Who asked for what, who voted, and what became of it. What was voted on is in the audit log. */
export const approvalExport: ExportedList<ApprovalFilter> = {
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
  conditions: ({ status: wanted, act, asked_by }) => [
    ...equals('approval', { act, asked_by }),
    ...(wanted === undefined ? [] : [sql<boolean>`${status} = ${wanted}`]),
  ],
}
