import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work/views.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { ViewService } from './view-service.ts'

export function viewRoutes(app: FastifyInstance, service: ViewService): void {
  route(app, operations.listViews, async ({ query, actor }) => service.list(query, actor))
  route(app, operations.createView, async (request) =>
    service.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readView, async ({ params, actor }) => service.read(params.view_id, actor))
  route(app, operations.updateView, async (request) =>
    service.update(request.params.view_id, request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.deleteView, async (request, reply) => {
    await service.remove(request.params.view_id, request.actor, expectedVersions(request))
    return reply.send()
  })
}
