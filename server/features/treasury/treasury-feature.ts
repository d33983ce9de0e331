import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Books } from '../books/books.ts'
import type { Closings } from '../books/closings.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { PurchaseRequestRecords } from '../purchase-requests/purchase-request-records.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import type { AcquisitionPayments } from './acquisition-payments.ts'
import { createAcquisitionRows } from './acquisition-rows.ts'
import { createAcquisitionService } from './acquisition-service.ts'
import { createCoinCosts } from './coin-costs.ts'
import { createPositionService } from './position-service.ts'
import { createResultService } from './result-service.ts'
import { treasuryRoutes } from './treasury-routes.ts'

/** The coins of the desk itself. */
export function createTreasuryFeature(
  platform: { db: Db; now: () => Date; days: Days },
  options: {
    books: Books
    closings: Closings
    organizations: OrganizationRecords
    requests: PurchaseRequestRecords
    wallets: WalletService
    payments: AcquisitionPayments
    authorization: Authorization
  },
) {
  const acquisitions = createAcquisitionService({ ...platform, ...options })
  const results = createResultService({ ...platform, ...options })
  return {
    costs: createCoinCosts({ ...platform, ...options }),
    lists: [createAcquisitionRows(options.payments)],
    routes: (app: FastifyInstance) =>
      treasuryRoutes(app, { acquisitions, results, position: createPositionService(platform) }),
  }
}
