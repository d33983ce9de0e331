import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Books } from '../books/books.ts'
import type { Closings } from '../books/closings.ts'
import { revaluationRoutes } from './revaluation-routes.ts'
import { createRevaluationService } from './revaluation-service.ts'

/** What money and debts in foreign currency are worth in roubles, and the differences in the books. */
export function createRevaluationFeature(
  platform: { db: Db; now: () => Date; days: Days },
  options: { books: Books; closings: Closings; authorization: Authorization },
) {
  const service = createRevaluationService({ ...platform, ...options })
  return { routes: (app: FastifyInstance) => revaluationRoutes(app, { service }) }
}
