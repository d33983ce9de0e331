import type { FastifyInstance } from 'fastify'
import type { PooledDb } from '../../platform/db/database.ts'
import { createSheetPool } from '../../platform/exports/sheet-pool.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import { exportRoutes } from './export-routes.ts'
import { createExportService, type ExportedLists } from './export-service.ts'

export function createExportsFeature(
  { threadPools, ...platform }: { db: PooledDb; now: () => Date; threadPools: ThreadPools },
  lists: ExportedLists,
) {
  const sheets = createSheetPool(threadPools('sheets'))
  const service = createExportService({ ...platform, lists, sheets })
  return {
    routes: (app: FastifyInstance) => exportRoutes(app, { ...platform, service }),
    stop: () => sheets.close(),
  }
}
