import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work.ts'
import type { QueueName } from '../../../contract/work.ts'
import { route } from '../../platform/http/route.ts'
import type { WorkService } from './work-service.ts'

const operationOf = {
  approvals: operations.listWaitingApprovals,
  documents: operations.listWaitingDocuments,
  kyb: operations.listWaitingKyb,
  hits: operations.listWaitingHits,
  requests: operations.listWaitingRequests,
  payments: operations.listWaitingPayments,
  credits: operations.listWaitingCredits,
  quotes: operations.listExpiringQuotes,
  'expiring-documents': operations.listExpiringDocuments,
  'new-organizations': operations.listNewOrganizations,
} as const satisfies Record<QueueName, unknown>

export function workRoutes(app: FastifyInstance, service: WorkService): void {
  route(app, operations.readWork, async ({ actor }) => ({ items: await service.states(actor) }))
  // Each has filters of its own, which the route has checked.
  const served = Object.entries(operationOf) as unknown as [
    QueueName,
    typeof operations.listWaitingRequests,
  ][]
  for (const [queue, operation] of served)
    route(app, operation, ({ query, actor }) => service.list(queue, query, actor))
}
