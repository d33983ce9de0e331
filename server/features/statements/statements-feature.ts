import type { FastifyInstance } from 'fastify'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepTemporarily } from '../../platform/files/temporary-file.ts'
import { createFollowers } from '../../platform/followers.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import type { Books } from '../books/books.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { IncomingPayments } from '../purchase-requests/payments/incoming-payments.ts'
import type { RequestFollower } from '../purchase-requests/request/followers.ts'
import { announcedRows } from './announced-rows.ts'
import { createReadingPool } from './import/reading-pool.ts'
import { createMatchLine } from './line-matching.ts'
import { lineQueue } from './line-queue.ts'
import { lineRows } from './line-rows.ts'
import { lineSearches } from './line-search.ts'
import { createLineService } from './line-service.ts'
import { createOutgoingRefunds } from './outgoing-refunds.ts'
import { createPostLine } from './posting/line-posting.ts'
import { createPostingRuleService } from './posting/posting-rule-service.ts'
import { createSettleExchange } from './posting/settle-exchange.ts'
import type { StatementFollower } from './statement-follower.ts'
import { createStatementImport } from './statement-import.ts'
import { statementQueue } from './statement-queue.ts'
import { statementRoutes } from './statement-routes.ts'
import { createStatementService } from './statement-service.ts'

export function createStatementsFeature(
  platform: { db: Db; now: () => Date; days: Days; threadPools: ThreadPools },
  {
    payments,
    books,
    organizations,
    authorization,
    dataDir,
  }: {
    payments: IncomingPayments
    books: Books
    organizations: OrganizationRecords
    authorization: Authorization
    dataDir: string
  },
) {
  const followers = createFollowers<StatementFollower>()
  const reading = createReadingPool(platform.threadPools('statements'))
  const imports = createStatementImport({ ...platform, reading, authorization, followers })
  const statements = createStatementService(platform)
  const matchLine = createMatchLine({
    payments,
    refunds: createOutgoingRefunds({ books, days: platform.days }),
    organizations,
    days: platform.days,
    authorization,
  })
  const exchanges = createSettleExchange({ books, days: platform.days })
  const postLine = createPostLine({ books, days: platform.days, exchanges, authorization })
  const lines = createLineService({ ...platform, matchLine, postLine })
  const rules = createPostingRuleService(platform)
  return {
    /** For what other features do after an import. */
    followers,
    lists: [lineRows, announcedRows],
    searches: lineSearches,
    lines,
    matchCertain: lines.matchCertain,
    queues: { payments: lineQueue, statements: statementQueue },
    routes: (app: FastifyInstance) =>
      statementRoutes(app, {
        imports,
        statements,
        lines,
        rules,
        keep: (content) => keepTemporarily(dataDir, content),
      }),
    follows: {
      requests: {
        paymentReversed: (db, { id, statement_line_id: lineId }, permit) =>
          lines.released(db, { lineId, factId: id }, permit),
        refundReversed: (db, { id }, permit) => lines.releasedRefund(db, id, permit),
      } satisfies RequestFollower,
    },
    stop: () => reading.close(),
  }
}
