import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/plan.ts'
import { tableContentTypes } from '../../platform/exports/table-file.ts'
import { expectedVersions } from '../../platform/http/responses/preconditions.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { PlanService } from './plan-service.ts'

export function planRoutes(app: FastifyInstance, { service }: { service: PlanService }): void {
  route(app, operations.readPlan, ({ query }) => service.read(query))
  route(app, operations.setPlan, (request) =>
    service.set(request.body, request.actor, expectedVersions(request)),
  )
  route(app, operations.exportJournal, async ({ query, actor }, reply) => {
    const { format, from, to } = query
    const pieces = await service.journal(query, actor)
    return reply
      .type(tableContentTypes[format])
      .header('content-disposition', `attachment; filename="journal-${from}-${to}.${format}"`)
      .header('cache-control', 'no-store')
      .send(pieces)
  })
}
