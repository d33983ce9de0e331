import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/books/revaluation.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { RevaluationService } from './revaluation-service.ts'

export function revaluationRoutes(app: FastifyInstance, { service }: { service: RevaluationService }): void {
  route(app, operations.readRevaluation, ({ query }) => service.read(query))
  route(app, operations.revalueBooks, ({ body, actor }) => service.post(body, actor))
}
