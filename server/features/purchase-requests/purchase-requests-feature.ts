import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ApprovalThresholds } from './approval-threshold.ts'
import { purchaseRequestRoutes } from './purchase-request-routes.ts'
import { createPurchaseRequestService } from './purchase-request-service.ts'
import { createQuoteExpiry } from './quote-expiry.ts'

export function createPurchaseRequestsFeature(
  platform: { db: Db; now: () => Date; jobs: Jobs },
  { thresholds }: { thresholds: ApprovalThresholds },
) {
  const service = createPurchaseRequestService({ ...platform, thresholds })
  const quoteExpiry = createQuoteExpiry(platform)
  platform.jobs.every(quoteExpiry.job)
  return {
    quoteExpiry,
    routes: (app: FastifyInstance) => purchaseRequestRoutes(app, { service }),
  }
}
