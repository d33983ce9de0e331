import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Notifications } from '../../platform/db/notifications.ts'
import type { Authenticator } from '../../platform/http/admission/authenticate.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createEventStream } from './event-stream.ts'
import { measureEventStreams } from './event-stream-metrics.ts'
import { eventStreamRoutes } from './event-stream-routes.ts'

export function createEventStreamFeature(
  platform: { notifications: Notifications; jobs: Jobs; metrics: Registry },
  { authenticator, position }: { authenticator: Authenticator; position: () => Promise<string> },
) {
  const stream = createEventStream({ ...platform, position })
  platform.jobs.every(stream.job)
  measureEventStreams(platform.metrics, stream)
  return { routes: (app: FastifyInstance) => eventStreamRoutes(app, { stream, authenticator }) }
}
