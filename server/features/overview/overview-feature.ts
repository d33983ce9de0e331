import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { overviewRoutes } from './overview-routes.ts'
import { createOverviewService } from './overview-service.ts'

export function createOverviewFeature(platform: { db: Db }) {
  const service = createOverviewService(platform)
  return { routes: (app: FastifyInstance) => overviewRoutes(app, { service }) }
}
