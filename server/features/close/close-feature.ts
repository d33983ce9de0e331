import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import type { Closings } from '../books/closings.ts'
import type { CoinCosts } from '../treasury/coin-costs.ts'
import { closeRoutes } from './close-routes.ts'
import { createCloseService } from './close-service.ts'

/** What is open before a close, bank against books, and which days are final. */
export function createCloseFeature(
  platform: { db: Db; now: () => Date; days: Days },
  options: {
    closings: Closings
    costs: CoinCosts
    authorization: Authorization
    sheets: Pick<SheetPool, 'run'>
  },
) {
  const service = createCloseService({ ...platform, ...options })
  return { routes: (app: FastifyInstance) => closeRoutes(app, { service }) }
}
