import type { FastifyInstance } from 'fastify'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { Authenticator } from '../../platform/http/authenticate.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createEventStream } from './event-stream.ts'
import { eventStreamRoutes } from './event-stream-routes.ts'

export function createEventStreamFeature(
  platform: { notifications: Notifications; jobs: Jobs },
  { authenticator }: { authenticator: Authenticator },
) {
  const stream = createEventStream(platform)
  platform.jobs.every(stream.job)
  return { routes: (app: FastifyInstance) => eventStreamRoutes(app, { stream, authenticator }) }
}
