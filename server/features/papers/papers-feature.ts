import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { createSheetPool } from '../../platform/exports/sheet-pool.ts'
import type { JobHandle, Jobs } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import type { Books } from '../books/books.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { OwnOrganizations } from '../organizations/own-organizations.ts'
import type { PurchaseRequestRecords } from '../purchase-requests/purchase-request-records.ts'
import type { RequestFollower } from '../purchase-requests/request/followers.ts'
import { createContractService } from './contract-service.ts'
import { createDeskCompanyService } from './desk-company-service.ts'
import { invoiceSearch } from './invoice-search.ts'
import { countRenderings } from './paper-metrics.ts'
import { createPaperRendering } from './paper-rendering.ts'
import { paperRoutes } from './paper-routes.ts'
import { createPaperService } from './paper-service.ts'
import { createPdfPool } from './printing/pdf-pool.ts'
import { createReconciliationService } from './reconciliation-service.ts'

export function createPapersFeature(
  platform: {
    db: Db
    now: () => Date
    days: Days
    log: Logger
    vault: Vault
    jobs: Jobs
    metrics: Registry
    threadPools: ThreadPools
  },
  options: {
    books: Books
    organizations: OrganizationRecords
    ownOrganizations: OwnOrganizations
    requests: PurchaseRequestRecords
    stores: BlobStores
  },
) {
  const pdfs = createPdfPool(platform.threadPools('papers'))
  const rendering = createPaperRendering({
    ...platform,
    stores: options.stores,
    pdfs,
    count: countRenderings(platform.metrics),
  })
  const renderingJob: JobHandle = platform.jobs.every(rendering.job)
  const companies = createDeskCompanyService({ ...platform, ...options })
  const contracts = createContractService({ ...platform, ...options })
  const sheets = createSheetPool(platform.threadPools('acts'))
  const reconciliation = createReconciliationService({ ...platform, ...options, pdfs, sheets })
  const papers = createPaperService({
    ...platform,
    ...options,
    companies,
    pdfs,
    wakeRendering: () => renderingJob.wake(),
  })
  return {
    /** Resolves when no PDF is being made on this node. */
    renderingIdle: () => renderingJob.idle(),
    follows: {
      requests: {
        deliveryReversed: (db, given, permit) => papers.voidPapers(db, { ...given, kind: 'act' }, permit),
        priceChanged: (db, given, by) => papers.voidPapers(db, { ...given, kind: 'invoice' }, by),
      } satisfies RequestFollower,
    },
    /** The thread that writes sheets for accountants. */
    sheets,
    searches: [invoiceSearch],
    routes: (app: FastifyInstance) => paperRoutes(app, { companies, papers, contracts, reconciliation }),
    stop: async () => {
      await Promise.all([pdfs.close(), sheets.close()])
    },
  }
}
