import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { planRoutes } from './plan-routes.ts'
import { createPlanService } from './plan-service.ts'

/** The accounts of the company's plan, and the journal for its accountants. */
export function createPlanFeature(
  platform: { db: Db; now: () => Date },
  options: { sheets: Pick<SheetPool, 'run'> },
) {
  const service = createPlanService({ ...platform, ...options })
  return { routes: (app: FastifyInstance) => planRoutes(app, { service }) }
}
