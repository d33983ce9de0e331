import type { FastifyInstance } from 'fastify'
import * as approvalOperations from '../../../contract/operations/approvals.ts'
import * as policyOperations from '../../../contract/operations/policy.ts'
import { expectedVersions } from '../../platform/http/preconditions.ts'
import { route } from '../../platform/http/route.ts'
import type { ApprovalService } from './approvals/approval-service.ts'
import type { PolicyService } from './policy/policy-service.ts'

export function controlRoutes(
  app: FastifyInstance,
  { approvals, policy }: { approvals: ApprovalService; policy: PolicyService },
): void {
  route(app, approvalOperations.listApprovals, ({ query, actor }) => approvals.list(query, actor))
  route(app, approvalOperations.readApproval, ({ params, actor }) =>
    approvals.read(params.approval_id, actor),
  )
  route(app, approvalOperations.voteOnApproval, ({ params, body, actor }) =>
    approvals.vote(params.approval_id, body, actor),
  )
  route(app, approvalOperations.withdrawApproval, ({ params, actor }) =>
    approvals.withdraw(params.approval_id, actor),
  )

  route(app, policyOperations.readPolicy, () => policy.read())
  route(app, policyOperations.updatePolicy, (request) =>
    policy.update(request.body, request.actor, expectedVersions(request)),
  )
  route(app, policyOperations.previewPolicy, ({ body }) => policy.preview(body.rules))
}
