import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route, textRoute } from '../../platform/http/routes/route.ts'
import type { PurchaseRequestList } from './purchase-request-list.ts'
import type { PurchaseRequestService } from './purchase-request-service.ts'
import type { StatusChange } from './status-change.ts'

export function purchaseRequestRoutes(
  app: FastifyInstance,
  {
    service,
    list,
    changeStatus,
  }: { service: PurchaseRequestService; list: PurchaseRequestList; changeStatus: StatusChange },
): void {
  textRoute(app, operations.listPurchaseRequests, ({ query, actor }) => list.read(query, actor))
  route(app, operations.createPurchaseRequest, async (request) =>
    service.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.findPurchaseRequestByNumber, async ({ query, actor }) =>
    service.findBy('number', query.number, actor),
  )
  route(app, operations.findPurchaseRequestByExternalId, async ({ query, actor }) =>
    service.findBy('external_id', query.external_id, actor),
  )
  route(app, operations.readPurchaseRequest, async ({ params, actor }) =>
    service.read(params.request_id, actor),
  )
  route(app, operations.updatePurchaseRequestStatus, async (request) =>
    changeStatus(request.params.request_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.readPurchaseRequestNextSteps, async ({ params, actor }) =>
    service.nextSteps(params.request_id, actor),
  )
  route(app, operations.listPurchaseRequestHistory, async ({ params, query }) =>
    service.history(params.request_id, query),
  )
  route(app, operations.assignPurchaseRequest, async (request) =>
    service.assign(request.params.request_id, request.body, request.actor, expectedVersions(request)),
  )
}
