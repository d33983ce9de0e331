import type { FastifyInstance } from 'fastify'
import * as approvalOperations from '../../../contract/operations/control/approvals.ts'
import * as foundingOperations from '../../../contract/operations/control/founding.ts'
import * as policyOperations from '../../../contract/operations/control/policy.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ApprovalService } from './approvals/approval-service.ts'
import type { FoundingService } from './founding/founding-service.ts'
import type { PolicyService } from './policy/policy-service.ts'

export function controlRoutes(
  app: FastifyInstance,
  {
    approvals,
    policy,
    founding,
  }: { approvals: ApprovalService; policy: PolicyService; founding: FoundingService },
): void {
  route(app, approvalOperations.readApproval, ({ params, actor }) =>
    approvals.read(params.approval_id, actor),
  )
  route(app, approvalOperations.voteOnApproval, ({ params, body, actor }, reply) => {
    reply.header('cache-control', 'no-store')
    return approvals.vote(params.approval_id, body, actor)
  })
  route(app, approvalOperations.withdrawApproval, ({ params, actor }) =>
    approvals.withdraw(params.approval_id, actor),
  )

  route(app, policyOperations.readPolicy, () => policy.read())
  route(app, policyOperations.updatePolicy, (request) =>
    policy.update(request.body, request.actor, expectedVersions(request)),
  )
  route(app, policyOperations.previewPolicy, ({ body, actor }) => policy.preview(body.rules, actor))

  route(app, foundingOperations.readFounding, ({ actor }) => founding.read(actor))
  route(app, foundingOperations.proposeFounding, ({ body, actor }) => founding.propose(body, actor))
  route(app, foundingOperations.confirmFounding, ({ body, actor }) => founding.confirm(body, actor))
  route(app, foundingOperations.withdrawFounding, ({ actor }) => founding.withdraw(actor))
}
