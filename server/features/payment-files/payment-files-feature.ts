import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Closings } from '../books/closings.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { RequestFollower } from '../purchase-requests/request/followers.ts'
import type { LineService } from '../statements/line-service.ts'
import type { StatementFollower } from '../statements/statement-follower.ts'
import { createOrderExecution } from './order-execution.ts'
import { paymentFileRoutes } from './payment-file-routes.ts'
import { paymentFileRows } from './payment-file-rows.ts'
import { createPaymentFileService } from './payment-file-service.ts'

/** Files of payment orders that pay refunds, and the lines of statements that execute them. */
export function createPaymentFilesFeature(
  platform: {
    db: Db
    now: () => Date
    days: Days
    log: Logger
    jobs: Jobs
    provenTables: ProvenTables
  },
  options: {
    organizations: OrganizationRecords
    authorization: Authorization
    closings: Closings
    lines: Pick<LineService, 'matchOrder'>
  },
) {
  const service = createPaymentFileService({ ...platform, ...options })
  const execution = platform.jobs.every(createOrderExecution({ ...platform, ...options }).job)
  return {
    executionsIdle: () => execution.idle(),
    follows: {
      requests: {
        refundReversed: (db, { id }) => service.refundReversed(db, id),
      } satisfies RequestFollower,
      // It may have executed orders.
      statements: { statementImported: () => execution.wake() } satisfies StatementFollower,
    },
    lists: [paymentFileRows],
    routes: (app: FastifyInstance) => paymentFileRoutes(app, service),
  }
}
