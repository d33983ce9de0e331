import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { Authenticator } from '../../platform/http/admission/authenticate.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createChangeRetentionJob } from './change-retention.ts'
import { measureWaitingClients } from './changes-metrics.ts'
import { changesRoutes } from './changes-routes.ts'
import { createChangesService } from './changes-service.ts'
import { createWaitingClients } from './waiting-clients.ts'

export function createChangesFeature(
  platform: {
    db: Db
    now: () => Date
    notifications: Notifications
    jobs: Jobs
    metrics: Registry
    register: { isHeld(): boolean }
  },
  { authenticator, retentionSeconds }: { authenticator: Authenticator; retentionSeconds: number },
) {
  const waiting = createWaitingClients(platform)
  const service = createChangesService({ ...platform, waiting, isHeld: platform.register.isHeld })
  platform.jobs.every(createChangeRetentionJob({ ...platform, retentionSeconds }))
  measureWaitingClients(platform.metrics, waiting)
  return {
    position: service.position,
    routes: (app: FastifyInstance) => changesRoutes(app, { service, waiting, authenticator }),
  }
}
