import { Type } from 'typebox'
import { ApprovalFilter, ApprovalListResponse, ApprovalResponse, VoteBody } from '../approvals.ts'
import { cursorQuery, field, Id, ref } from '../common.ts'
import { operation } from '../operation.ts'

const common = {
  tag: {
    name: 'Approvals',
    description: 'Sensitive acts that other people must approve.',
  },
  access: 'approvals:read',
  extension: true,
} as const
const params = Type.Object({ approval_id: field(Id, 'The id of the approval') })

export const listApprovals = operation({
  ...common,
  id: 'listApprovals',
  method: 'GET',
  path: '/v1/approvals',
  summary: 'List approvals, newest first',
  query: Type.Object({ ...ApprovalFilter.properties, ...cursorQuery }),
  response: ref(ApprovalListResponse),
})

export const readApproval = operation({
  ...common,
  id: 'readApproval',
  method: 'GET',
  path: '/v1/approvals/{approval_id}',
  summary: 'Read an approval',
  params,
  response: ref(ApprovalResponse),
})

export const voteOnApproval = operation({
  ...common,
  id: 'voteOnApproval',
  method: 'POST',
  path: '/v1/approvals/{approval_id}/votes',
  summary: 'Vote on an approval',
  description:
    'One vote to refuse ends it. Who asked cannot vote, nor accounts that they created, promoted, enabled or reset, nor API keys.',
  params,
  body: ref(VoteBody),
  response: ref(ApprovalResponse),
})

export const withdrawApproval = operation({
  ...common,
  id: 'withdrawApproval',
  method: 'POST',
  path: '/v1/approvals/{approval_id}/withdraw',
  summary: 'Withdraw an approval that you asked for',
  params,
  response: ref(ApprovalResponse),
})
