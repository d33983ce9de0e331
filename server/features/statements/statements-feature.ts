import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { WorkerObserver } from '../../platform/workers/worker-pool.ts'
import type { Books } from '../books/books.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { IncomingPayments } from '../purchase-requests/payments/incoming-payments.ts'
import { createReadingPool } from './import/reading-pool.ts'
import { createMatchLine } from './line-matching.ts'
import { createLineService } from './line-service.ts'
import { createOutgoingRefunds } from './outgoing-refunds.ts'
import { createStatementImport } from './statement-import.ts'
import { statementRoutes } from './statement-routes.ts'
import { createStatementService } from './statement-service.ts'

export function createStatementsFeature(
  platform: { db: Db; now: () => Date; observeWorkers: (pool: string) => WorkerObserver },
  {
    payments,
    books,
    organizations,
  }: { payments: IncomingPayments; books: Books; organizations: OrganizationRecords },
) {
  const reading = createReadingPool({ observer: platform.observeWorkers('statements') })
  const imports = createStatementImport({ ...platform, reading })
  const statements = createStatementService(platform)
  const matchLine = createMatchLine({
    payments,
    refunds: createOutgoingRefunds({ books }),
    organizations,
  })
  const lines = createLineService({ ...platform, matchLine })
  return {
    routes: (app: FastifyInstance) => statementRoutes(app, { imports, statements, lines }),
    /** For the reversal of payments. */
    released: lines.released,
    stop: () => reading.close(),
  }
}
