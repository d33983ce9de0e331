import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/events/audit.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { AuditService } from './audit-service.ts'

export function auditRoutes(app: FastifyInstance, { service }: { service: AuditService }): void {
  route(app, operations.listAuditEvents, async (request) => service.list(request.query, request.actor))

  route(app, operations.exportAuditEvents, async (request, reply) => {
    const lines = await service.export(request.query, request.actor)
    return reply
      .type('application/x-ndjson; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-events.ndjson"')
      .header('cache-control', 'no-store')
      .send(lines)
  })

  route(app, operations.verifyAuditEvents, async (request) => service.verify(request.query))
}
