import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { ApprovalResponse, VoteBody, VotedApprovalResponse } from '../../control/approvals.ts'
import { approvalsTag } from '../../lists/approvals.ts'

const common = {
  tag: approvalsTag,
  access: 'approvals:read',
  extension: true,
} as const
const params = Type.Object({ approval_id: field(Id, 'The id of the approval') })

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
  byPeople: true,
  method: 'POST',
  path: '/v1/approvals/{approval_id}/votes',
  summary: 'Vote on an approval',
  description:
    'One vote to refuse ends it. Who asked cannot vote, nor accounts that they created, promoted, enabled or reset, nor API keys. A vote that approves the creation or the reset of an account shows the voter, once, half of its link (`link_half`): the person needs it together with the half of who asked.',
  params,
  body: ref(VoteBody),
  response: ref(VotedApprovalResponse),
  secret: true,
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
