import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import { createBlobStores } from '../../platform/blobs/open-storage.ts'
import { measureStorage } from '../../platform/blobs/storage-metrics.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import { logReachability } from '../../platform/reachability.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { createClamd } from './checks/clamd.ts'
import { createInspectionPool } from './checks/inspection-pool.ts'
import { countScans, observedScanner } from './checks/scanner-metrics.ts'
import { createCommentedDocument } from './commented-document.ts'
import { createDocumentLinks } from './document-links.ts'
import { documentQueue, expiringDocumentQueue } from './document-queue.ts'
import { documentRoutes } from './document-routes.ts'
import { documentRows } from './document-rows.ts'
import { documentSearch } from './document-search.ts'
import { createDocumentService, type Holders } from './document-service.ts'
import { createUploadService } from './document-upload.ts'
import { createFileIntake } from './file-intake.ts'

export function createDocumentsFeature(
  platform: {
    db: Db
    now: () => Date
    log: Logger
    vault: Vault
    metrics: Registry
    files: DurableFiles
    threadPools: ThreadPools
  },
  {
    organizations,
    holders,
    url,
    dataDir,
    clamav,
    authorization,
    inspectionMs,
  }: {
    organizations: OrganizationRecords
    holders: Holders
    /** Where files are stored: `file:…` or `s3://…`. */
    url: string
    dataDir: string
    clamav: { host: string; port: number } | null
    /** Whether another administrator than the uploader must review. */
    authorization: Authorization
    /** CPU time for the inspection of a file; 10 seconds unless given. */
    inspectionMs?: number | undefined
  },
) {
  const stores = createBlobStores({
    url,
    dataDir,
    files: platform.files,
    observe: measureStorage(platform.metrics, url),
    log: platform.log,
  })
  const scanner = clamav
    ? observedScanner(createClamd(clamav), {
        count: countScans(platform.metrics),
        reachability: logReachability(platform.log, {
          fails: 'the virus scanner fails; uploads are refused',
          answers: 'the virus scanner answers again',
        }),
      })
    : undefined
  const inspection = createInspectionPool({
    cpuMs: inspectionMs,
    ...platform.threadPools('inspection'),
  })
  const uploads = createUploadService({ ...platform, organizations, stores, scanner, inspection })
  const links = createDocumentLinks(platform)
  const documents = createDocumentService({
    ...platform,
    organizations,
    stores,
    links,
    holders,
    authorization,
  })
  return {
    /** Other features store their files there too. */
    stores,
    /** For bulk operations. */
    reviewById: documents.reviewById,
    intake: createFileIntake({ scanner, inspection }),
    commented: createCommentedDocument(organizations),
    lists: [documentRows],
    searches: [documentSearch],
    queues: { documents: documentQueue, 'expiring-documents': expiringDocumentQueue },
    routes: (app: FastifyInstance) => documentRoutes(app, { documents, uploads }),
    async stop() {
      await inspection.close()
      await stores.close()
    },
  }
}
