import type { FastifyInstance } from 'fastify'
import type { PooledDb } from '../../platform/db/database.ts'
import { createSheetPool } from '../../platform/exports/sheet-pool.ts'
import type { WorkerObserver } from '../../platform/workers/worker-pool.ts'
import { exportRoutes } from './export-routes.ts'
import { createExportService, type ExportedLists } from './export-service.ts'

export function createExportsFeature(
  {
    observeWorkers,
    ...platform
  }: { db: PooledDb; now: () => Date; observeWorkers: (pool: string) => WorkerObserver },
  lists: ExportedLists,
) {
  const sheets = createSheetPool({ observer: observeWorkers('sheets') })
  const service = createExportService({ ...platform, lists, sheets })
  return {
    routes: (app: FastifyInstance) => exportRoutes(app, { ...platform, service }),
    stop: () => sheets.close(),
  }
}
