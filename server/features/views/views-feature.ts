import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { viewRoutes } from './view-routes.ts'
import { createViewService } from './view-service.ts'

export function createViewsFeature(platform: { db: Db; now: () => Date }) {
  const service = createViewService(platform)
  return { routes: (app: FastifyInstance) => viewRoutes(app, service) }
}
