import { approvalsTag } from '../api/tags.ts'
import { ApprovalFilter, ApprovalListResponse } from '../control/approvals.ts'
import { list } from './list.ts'

export const approvalList = list({
  name: 'approvals',
  access: 'approvals:read',
  filters: ApprovalFilter.properties,
  read: {
    id: 'listApprovals',
    path: '/v1/approvals',
    tag: approvalsTag,
    summary: 'List approvals, newest first',
    page: ApprovalListResponse,
  },
  file: {
    id: 'exportApprovals',
    what: 'approvals',
    words: { status: 'approval_status' },
  },
})
