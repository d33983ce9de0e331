import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AdministratorService } from '../administrators/administrator-service.ts'
import type { GateSources } from './move-gate.ts'
import { createPurchaseRequestList } from './purchase-request-list.ts'
import { purchaseRequestRoutes } from './purchase-request-routes.ts'
import { createPurchaseRequestService } from './purchase-request-service.ts'
import { createQuoteExpiry } from './quote-expiry.ts'
import { createQuoteExpiryStore } from './quote-expiry-store.ts'

export function createPurchaseRequestsFeature(
  platform: { db: Db; now: () => Date; jobs: Jobs },
  options: GateSources & {
    administrators: Pick<AdministratorService, 'isActive'>
    authorization: Authorization
  },
) {
  const service = createPurchaseRequestService({ ...platform, ...options })
  const list = createPurchaseRequestList(platform)
  const quoteExpiry = createQuoteExpiry({ store: createQuoteExpiryStore(platform.db), now: platform.now })
  platform.jobs.every(quoteExpiry.job)
  return {
    list,
    quoteExpiry,
    routes: (app: FastifyInstance) => purchaseRequestRoutes(app, { service, list }),
  }
}
