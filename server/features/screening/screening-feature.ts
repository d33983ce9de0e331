import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { DurableFiles } from '../../platform/files/durable-files.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type CurrentIndex, createCurrentIndex } from './generations/current-index.ts'
import { createListImport } from './generations/list-import.ts'
import { kindChanged } from './hits/kind-changed.ts'
import { measureLists } from './list-metrics.ts'
import { listRoutes } from './list-routes.ts'
import { createListService, type PartyProgress } from './list-service.ts'

export function createScreeningFeature(
  platform: {
    db: Db
    now: () => Date
    log: Logger
    notifications: Notifications
    jobs: Jobs
    metrics: Registry
    files: DurableFiles
    memory: number
  },
  {
    maxAgeSeconds,
    dataDir,
    readPartyProgress,
    authorization,
  }: {
    maxAgeSeconds: number
    /** Where uploads are kept while they are read. */
    dataDir: string
    readPartyProgress: (db: Db) => Promise<PartyProgress>
    authorization: Pick<Authorization, 'permit' | 'markStale'>
  },
) {
  const { searched } = measureLists(platform.metrics, { now: platform.now, lists: () => index.lists() })
  const index: CurrentIndex = createCurrentIndex({ ...platform, onSearch: searched })
  const lists = createListService({ ...platform, index, maxAgeSeconds, readPartyProgress })
  const imports = createListImport({ ...platform, authorization, kindChanged })
  return {
    index,
    state: lists.state,
    routes: (app: FastifyInstance) => listRoutes(app, { ...platform, lists, imports, index, dataDir }),
    /** To be called once the database is migrated, and before requests are served. */
    start: index.start,
  }
}
