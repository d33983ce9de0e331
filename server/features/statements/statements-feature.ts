import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import type { WorkerObserver } from '../../platform/workers/worker-pool.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { createReadingPool } from './import/reading-pool.ts'
import type { IncomingPayments } from './incoming-payments.ts'
import { createMatchLine } from './line-matching.ts'
import { createLineService } from './line-service.ts'
import type { OutgoingRefunds } from './outgoing-refunds.ts'
import { createStatementImport } from './statement-import.ts'
import { statementRoutes } from './statement-routes.ts'
import { createStatementService } from './statement-service.ts'

export function createStatementsFeature(
  platform: { db: Db; now: () => Date; observeWorkers: (pool: string) => WorkerObserver },
  {
    payments,
    refunds,
    organizations,
  }: { payments: IncomingPayments; refunds: OutgoingRefunds; organizations: OrganizationRecords },
) {
  const reading = createReadingPool({ observer: platform.observeWorkers('statements') })
  const imports = createStatementImport({ ...platform, reading })
  const statements = createStatementService(platform)
  const matchLine = createMatchLine({ payments, refunds, organizations })
  const lines = createLineService({ ...platform, matchLine })
  return {
    routes: (app: FastifyInstance) => statementRoutes(app, { imports, statements, lines }),
    /** For the reversal of payments. */
    released: lines.released,
    stop: () => reading.close(),
  }
}
