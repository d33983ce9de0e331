import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { exportRoutes } from './export-routes.ts'
import { createExportService, type ExportedLists } from './export-service.ts'

export function createExportsFeature(platform: { db: Db; now: () => Date }, lists: ExportedLists) {
  const service = createExportService({ ...platform, lists })
  return { routes: (app: FastifyInstance) => exportRoutes(app, { ...platform, service }) }
}
