import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Network } from '../../../contract/money/networks.ts'
import { service } from '../../platform/actor.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Books } from '../books/books.ts'
import type { Closings } from '../books/closings.ts'
import type { ChainNodes } from '../chain-nodes/chain-node.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { PurchaseRequestRecords } from '../purchase-requests/purchase-request-records.ts'
import type { TransferFollower } from '../transfers/transfer/transfer-follower.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import { createAcquisitionRows } from './acquisition-rows.ts'
import { createAcquisitionService } from './acquisition-service.ts'
import { createChainImport } from './chain/chain-import.ts'
import { chainLineQueue, chainLineRows } from './chain/chain-line-rows.ts'
import { createChainLineService } from './chain/chain-line-service.ts'
import { createChainRound } from './chain/chain-round.ts'
import { chainRoutes } from './chain/chain-routes.ts'
import { createChainStatements } from './chain/chain-statements.ts'
import { createCoinCosts } from './coin-costs.ts'
import { createPositionService } from './position-service.ts'
import { createResultService } from './result-service.ts'
import type { AcquisitionPayments } from './stock/acquisition-payments.ts'
import { treasuryRoutes } from './treasury-routes.ts'

/** The coins of the desk itself. */
export function createTreasuryFeature(
  platform: { db: Db; now: () => Date; days: Days; log: Logger; jobs: Jobs },
  options: {
    books: Books
    closings: Closings
    organizations: OrganizationRecords
    requests: PurchaseRequestRecords
    wallets: WalletService
    payments: AcquisitionPayments
    nodes: ChainNodes
    /** Those with a node. */
    networks: readonly Network[]
    authorization: Authorization
    sheets: Pick<SheetPool, 'run'>
  },
) {
  const lines = createChainLineService({ ...platform, ...options })
  const acquisitions = createAcquisitionService({ ...platform, ...options, chain: lines })
  platform.jobs.every(createChainRound({ ...platform, ...options }))
  const results = createResultService({ ...platform, ...options })
  return {
    costs: createCoinCosts({ ...platform, ...options }),
    lists: [createAcquisitionRows(options.payments), chainLineRows],
    queues: { 'chain-lines': chainLineQueue },
    follows: {
      transfers: {
        transferReleased: (db, id, at) => lines.released(db, 'transfer', id, { by: service, at }),
        transferCarriedOut: lines.carriedOut,
      } satisfies TransferFollower,
    },
    routes: (app: FastifyInstance) => {
      treasuryRoutes(app, { acquisitions, results, position: createPositionService(platform) })
      chainRoutes(app, {
        lines,
        imports: createChainImport(platform),
        statements: createChainStatements({ ...platform, ...options }),
      })
    },
  }
}
