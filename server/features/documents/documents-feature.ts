import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createBlobStores } from '../../platform/blobs/open-storage.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { createClamd } from './checks/clamd.ts'
import { createDocumentLinks } from './document-links.ts'
import { documentRoutes } from './document-routes.ts'
import { createDocumentService, type FindSession } from './document-service.ts'
import { createUploadService } from './document-upload.ts'

export function createDocumentsFeature(
  platform: { db: Db; now: () => Date; log: Logger; vault: Vault },
  {
    organizations,
    findSession,
    url,
    dataDir,
    clamav,
    fourEyes,
  }: {
    organizations: OrganizationRecords
    findSession: FindSession
    /** Where files are stored: `file:…` or `s3://…`. */
    url: string
    dataDir: string
    clamav: { host: string; port: number } | null
    /** Whether another administrator than the uploader must review. */
    fourEyes: boolean
  },
) {
  const stores = createBlobStores({ url, dataDir })
  const scanner = clamav ? createClamd(clamav) : undefined
  const uploads = createUploadService({ ...platform, organizations, stores, scanner })
  const links = createDocumentLinks(platform)
  const documents = createDocumentService({
    ...platform,
    organizations,
    stores,
    links,
    findSession,
    fourEyes,
  })
  return {
    routes: (app: FastifyInstance) => documentRoutes(app, { documents, uploads }),
    stop: () => stores.close(),
  }
}
