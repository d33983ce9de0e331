import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { reportRoutes } from './report-routes.ts'
import { createReportService } from './report-service.ts'

export function createReportsFeature(platform: { db: Db; now: () => Date }) {
  const service = createReportService(platform)
  return { routes: (app: FastifyInstance) => reportRoutes(app, { service }) }
}
