import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Closings } from '../books/closings.ts'
import { createRateImport } from './rate-import.ts'
import { rateRoutes } from './rate-routes.ts'
import { createRateRows } from './rate-rows.ts'
import { createRateService } from './rate-service.ts'

/** What currencies are worth in roubles, day by day. Others compute with `rate-on.ts`. */
export function createRatesFeature(
  platform: { db: Db; now: () => Date; days: Days },
  options: { closings: Closings; authorization: Authorization },
) {
  const service = createRateService({ ...platform, ...options })
  const imports = createRateImport({ ...platform, ...options })
  return {
    lists: [createRateRows(options.closings)],
    routes: (app: FastifyInstance) => rateRoutes(app, { imports, service }),
  }
}
