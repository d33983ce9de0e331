import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/treasury.ts'
import { idempotencyKey } from '../../platform/http/idempotency-key.ts'
import { route } from '../../platform/http/route.ts'
import type { AcquisitionService } from './acquisition-service.ts'
import type { PositionService } from './position-service.ts'
import type { ResultService } from './result-service.ts'

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
  route(app, operations.readPosition, () => position.read())
}
