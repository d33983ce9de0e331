import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/treasury.ts'
import { idempotencyKey } from '../../platform/http/requests/idempotency-key.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { AcquisitionService } from './acquisition-service.ts'
import type { PositionService } from './position-service.ts'
import type { ResultService } from './result-service.ts'

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export function treasuryRoutes(
  app: FastifyInstance,
  {
    acquisitions,
    results,
    position,
  }: { acquisitions: AcquisitionService; results: ResultService; position: PositionService },
): void {
  route(app, operations.createAcquisition, (request) =>
    acquisitions.create(request.body, request.actor, idempotencyKey(request)),
  )
  route(app, operations.readAcquisition, ({ params }) => acquisitions.read(params.acquisition_id))
  route(app, operations.reverseAcquisition, ({ params, body, actor }) =>
    acquisitions.reverse(params.acquisition_id, body.reason, actor),
  )
  route(app, operations.readResults, ({ query }) => results.report(query))
  route(app, operations.readRequestResult, ({ params }) => results.ofRequest(params.request_id))
  route(app, operations.exportResults, async ({ query, actor }, reply) => {
    const pieces = await results.file(query, actor)
    return reply
      .type(contentTypes[query.format])
      .header(
        'content-disposition',
        `attachment; filename="results-${query.from}-${query.to}.${query.format}"`,
      )
      .header('cache-control', 'no-store')
      .send(pieces)
  })
  route(app, operations.readPosition, () => position.read())
  route(app, operations.readPositionHistory, ({ query }) => position.history(query))
}
