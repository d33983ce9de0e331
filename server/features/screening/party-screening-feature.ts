import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { ThreadPools } from '../../platform/workers/worker-pool.ts'
import type { KybSuspension } from '../organizations/kyb-suspension.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { createExportService } from './export/export-service.ts'
import { type CurrentIndex, channel } from './generations/current-index.ts'
import { hitQueue } from './hit-queue.ts'
import { hitRows } from './hit-rows.ts'
import { createHitService } from './hits/hit-service.ts'
import { readOrganizationScreening } from './organization-screening.ts'
import { measureParties } from './party-metrics.ts'
import { partyRoutes } from './party-routes.ts'
import { createBookWorker } from './rescreening/book-worker.ts'
import { createDueParties } from './rescreening/due-parties.ts'
import { createRescreening } from './rescreening/rescreening.ts'
import { createSweep } from './rescreening/sweep.ts'
import {
  type BookEntries,
  bookSource,
  type Destinations,
  destinationSource,
  organizationSource,
} from './rescreening/sweep-sources.ts'
import { createScreening, dueChannel } from './subjects/create-screening.ts'
import {
  createOrganizationScreening,
  createPeopleScreening,
  type PeopleNames,
} from './subjects/organization-followers.ts'

/** Who is compared with the lists, and what was found. */
export function createPartyScreeningFeature(
  platform: {
    db: Db
    log: Logger
    now: () => Date
    vault: Vault
    notifications: Notifications
    jobs: Jobs
    metrics: Registry
    threadPools: ThreadPools
    memory: number
  },
  options: {
    index: CurrentIndex
    maxAgeSeconds: number
    organizations: OrganizationRecords
    suspension: KybSuspension
    peopleNames: PeopleNames
    authorization: Authorization
    /** Purchase requests with the address of their destination. */
    destinations: Destinations
    /** Entries of address books. */
    bookEntries: BookEntries
  },
) {
  const parts = { ...platform, ...options }
  const { db, now, jobs, notifications } = platform
  const screening = createScreening(parts)
  const book = createBookWorker({ memory: platform.memory, ...platform.threadPools('screening') })
  const pass = jobs.every(createRescreening({ ...parts, book }).job)
  const due = jobs.every(createDueParties({ ...parts, screening }).job)
  const sources = [
    organizationSource(options.organizations, options.peopleNames),
    destinationSource(options.destinations),
    bookSource(options.bookEntries),
  ]
  const sweep = createSweep({ ...parts, screening, sources })
  jobs.every(sweep.job)
  jobs.every(measureParties(platform.metrics, platform).job)
  notifications.listen(channel, pass.wake, pass.wake)
  notifications.listen(dueChannel, due.wake, due.wake)
  const hits = createHitService(parts)
  const exportAll = createExportService(platform)
  return {
    /** For organizations, their people, and deals. */
    screening: createOrganizationScreening({ ...options, screening }),
    people: createPeopleScreening({ ...options, screening }),
    sweep,
    stop: () => book.close(),
    lists: [hitRows],
    queues: { hits: hitQueue },
    routes(app: FastifyInstance) {
      const readOrganization = (id: string) => readOrganizationScreening(db, { ...options, now: now() }, id)
      partyRoutes(app, { hits, readOrganization, exportAll })
    },
  }
}
